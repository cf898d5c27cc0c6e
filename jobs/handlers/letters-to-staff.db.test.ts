import PostalMime from 'postal-mime'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemActor } from '#app/domain/core/actor.ts'
import { failRefund } from '#app/domain/payments/credit-refunds/refund-by-chip.ts'
import { environment } from '#app/environment.ts'
import { createMailSandbox, type MailSandbox } from '#app/integrations/mail/sandbox/sandbox.ts'
import type { Payload } from '#app/outbox/catalogue.ts'
import { withPlatform } from '#db/with-tenant.ts'
import { user } from '#tests/support/database/factories.ts'
import { creditRefund } from '#tests/support/database/money-factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { handlerOf, jobTools } from '#tests/support/jobs/job-tools.ts'
import { lettersTo } from '#tests/support/jobs/mails.ts'
import '#tests/support/product/matchers.ts'

let tenant: Tenant
let sandbox: MailSandbox
beforeAll(async () => {
  tenant = await freshTenant({ name: 'Tadika Sinar' })
  sandbox = await createMailSandbox({ folder: `${environment.dataDir}/mail` })
})
afterAll(() => sandbox.close())

describe('a changed password or contact', () => {
  const notifyAccount = handlerOf('account.notify')

  test.each([
    ['password', 'en', 'Your password at Tadika Sinar was changed', 'set a new password at once'],
    ['password', 'my', 'Kata laluan anda di Tadika Sinar telah ditukar', 'tetapkan kata laluan baharu'],
    ['contact', 'en', 'Your contact at Tadika Sinar was changed', 'the address you had before'],
  ] as const)(
    'a changed %s is told in %s, once, with the way to the account',
    async (what, locale, subject, words) => {
      const address = `lama-${what}-${locale}@school.test`
      const { id } = await tenant.write((trx) => user(trx, { locale, name: 'Puan Siti' }))
      const tools = jobTools(tenant, 'account.notify', {
        settings: { smtpUrl: `smtp://127.0.0.1:${sandbox.smtpPort}` },
      })
      await notifyAccount({ user_id: id, what, address }, tools)
      await notifyAccount({ user_id: id, what, address }, tools)
      const [mail, ...others] = sandbox.mails().filter(({ to }) => to.includes(address))
      expect(others).toEqual([])
      expect(mail!.subject).toBe(subject)
      const { text, html, attachments } = await PostalMime.parse((await sandbox.source(mail!.id))!)
      const page = `http://${tenant.host}:3000/profile`
      expect(attachments).toEqual([])
      for (const body of [text, html])
        for (const piece of ['Puan Siti', words, page]) expect(body).toContain(piece)
    },
  )
})

describe('a refund that CHIP has not paid', () => {
  const mailFailedRefund = handlerOf('credit_refund.failed_mail')
  const tellFailedRefund = handlerOf('credit_refund.failed')

  beforeAll(async () => {
    const people = { superadmin: 'en', admin: 'my', clerk: 'en' } as const
    for (const [role, locale] of Object.entries(people)) {
      const { id } = await tenant.actor(role as keyof typeof people)
      const account = { email: `${role}@sinar.test`, locale }
      await tenant.write((trx) => trx.updateTable('user_account').set(account).where('id', '=', id).execute())
    }
  })

  const settings = () => ({ smtpUrl: `smtp://127.0.0.1:${sandbox.smtpPort}` })
  /** Each mail that waits, twice, as after a worker that was killed. */
  async function mailAll() {
    const waiting = await withPlatform(tenant.database.pool, (trx) =>
      trx
        .selectFrom('platform.outbox')
        .select(['id', 'payload'])
        .where('name', '=', 'credit_refund.failed_mail')
        .execute(),
    )
    for (const { id, payload } of [...waiting, ...waiting]) {
      const tools = jobTools(tenant, 'credit_refund.failed_mail', { settings: settings(), job: { id } })
      await mailFailedRefund(payload as Payload<'credit_refund.failed_mail'>, tools)
    }
  }
  const tell = (credit_refund_id: string) =>
    tellFailedRefund({ credit_refund_id }, jobTools(tenant, 'credit_refund.failed', { settings: settings() }))

  test('who approves refunds is told why CHIP sent nothing back and what to do, once, in their own language', async () => {
    const refund = await tenant.write((trx) => creditRefund(trx, { status: 'approved', amount_sen: 1_234 }))
    const { id: user_id } = await tenant.actor('admin')
    const early = jobTools(tenant, 'credit_refund.failed_mail', { settings: settings() })
    await mailFailedRefund({ credit_refund_id: refund.id, user_id }, early)
    expect(await lettersTo(sandbox, 'admin@sinar.test')).toEqual([])

    const fail = () =>
      tenant.write((trx) =>
        failRefund(trx, systemActor, refund.id, { from: 'approved', failure: 'too_little', detail: '400' }),
      )
    expect(await fail()).toBe(true)
    expect(await fail()).toBe(false)
    await expect(tenant).toHaveEnqueued('credit_refund.failed', { credit_refund_id: refund.id })
    await tell(refund.id)
    await mailAll()

    expect(await lettersTo(sandbox, 'clerk@sinar.test')).toEqual([])
    const [english, ...more] = await lettersTo(sandbox, 'superadmin@sinar.test')
    const [malay, ...others] = await lettersTo(sandbox, 'admin@sinar.test')
    expect([more, others]).toEqual([[], []])
    expect(english!.subject).toContain(refund.number)
    for (const piece of ['RM12.34', 'Less than that is left', 'for the rest', '400', refund.id])
      expect(english!.plain).toContain(piece)
    expect(malay!.plain).toContain('Baki bayaran ini di CHIP')
    expect(malay!.plain).not.toContain('Less than')
  })
})
