import PostalMime from 'postal-mime'
import { afterEach, beforeAll, beforeEach, vi } from 'vitest'
import {
  book,
  family,
  monday,
  onMonday,
  plan,
  switchOn,
} from '#app/domain/payments/reminders/test-support.ts'
import { environment } from '#app/environment.ts'
import { createMailSandbox, type MailSandbox } from '#app/integrations/mail/sandbox/sandbox.ts'
import type { TenantTools } from '#jobs/handler.ts'
import { next } from '#tests/support/database/factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { jobTools } from '#tests/support/jobs/job-tools.ts'

/** An organisation that reminds, on a Monday, with a real server for its mails; anew for each test of a file. */
export function reminding() {
  let tenant: Tenant
  let sandbox: MailSandbox
  let address: string
  const itIs = (now: Date) => void vi.useFakeTimers({ toFake: ['Date'], now })
  beforeAll(async () => {
    sandbox = await createMailSandbox({ folder: environment.dataDir })
    return () => sandbox.close()
  })
  beforeEach(async () => {
    tenant = await freshTenant({ name: 'Tadika Sinar' })
    await tenant.write((trx) => switchOn(trx))
    address = `ibu-${next()}@family.test`
    itIs(monday)
  })
  afterEach(() => void vi.useRealTimers())

  return {
    itIs,
    tenant: () => tenant,
    address: () => address,
    book: () => book(tenant),
    tools: (job: Partial<TenantTools['job']> = {}, change: Partial<TenantTools> = {}): TenantTools => ({
      ...jobTools(tenant, 'reminder.send', {
        settings: { smtpUrl: `smtp://127.0.0.1:${sandbox.smtpPort}` },
        job,
      }),
      now: async () => new Date(),
      ...change,
    }),
    /** One family that owes this, with a reminder that is planned. */
    async planned(due: readonly string[] = [onMonday], given: Parameters<typeof family>[2] = {}) {
      const told = { ...given, parent: { email: address, ...given.parent } }
      const made = await tenant.write((trx) => family(trx, due, told))
      await plan(tenant)
      const reminder = (await book(tenant)).find(({ state }) => state === 'planned')!
      return { ...made, reminder_id: reminder.id }
    },
    /** What the family has got. */
    mails: () =>
      Promise.all(
        sandbox
          .mails()
          .filter(({ to }) => to.includes(address))
          .map(async (mail) => {
            const { text = '', html = '' } = await PostalMime.parse((await sandbox.source(mail.id))!)
            return { ...mail, text, html: html || '' }
          }),
      ),
    pay: (invoice_id: string) =>
      tenant.write((trx) =>
        trx
          .updateTable('invoice')
          .set({ status: 'paid', paid_sen: 12_000, paid_on: onMonday })
          .where('id', '=', invoice_id)
          .execute(),
      ),
  }
}
