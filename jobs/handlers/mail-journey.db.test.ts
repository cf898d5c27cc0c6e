import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { recordPayment } from '#app/domain/payments/payments/record-payment.ts'
import { environment } from '#app/environment.ts'
import { createMailSandbox, type MailSandbox } from '#app/integrations/mail/sandbox/sandbox.ts'
import { newId } from '#db/id.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { parent, student } from '#tests/support/database/factories.ts'
import { invoice } from '#tests/support/database/money-factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { mailsTo } from '#tests/support/jobs/mails.ts'
import { handlers } from '../handlers.ts'
import { startWorker } from '../start-worker.ts'

/** From the counter to the mailbox, with the worker as it runs in the product. */
let tenant: Tenant
let folder: string
beforeAll(async () => {
  tenant = await freshTenant({ name: 'Tadika Sinar' })
  folder = await mkdtemp(join(tmpdir(), 'journey-'))
  return () => rm(folder, { recursive: true })
})

const today = '2026-01-31'

/** Cash at the counter for an invoice of RM120.00 of the family with this address. */
async function payAtCounter(email: string) {
  const clerk = await tenant.actor('clerk')
  const branch_id = tenant.branch.id
  return tenant.write(async (trx) => {
    const payer = await parent(trx, { email })
    const child = await student(trx, { branch_id }, { payer })
    const bill = await invoice(trx, { student_id: child.id, payer_parent_id: payer.id, branch_id })
    const input = { method: 'cash', amount: 12_000, paid_on: today } as const
    const scope = { scope: 'branch', user_id: clerk.id, branch_ids: [branch_id], parent_id: null } as const
    return recordPayment(trx, clerk, bill.id, input, { scope, today, backdate_days: 30 })
  })
}

async function working(smtpPort: number) {
  const { appUrl } = await testDatabase()
  const settings = {
    ...environment,
    appDatabaseUrl: appUrl,
    dataDir: folder,
    smtpUrl: `smtp://127.0.0.1:${smtpPort}`,
  }
  const worker = startWorker(settings, {
    handlers,
    schedules: {},
    queueName: `test-${newId()}`,
    log: pino({ level: 'silent' }),
    finishMs: 500,
    mail: { restMs: 0 },
  })
  onTestFinished(() => worker.stop())
}

async function mailServer(port = 0): Promise<MailSandbox> {
  const sandbox = await createMailSandbox({ folder: join(folder, newId()), port })
  onTestFinished(() => sandbox.close())
  return sandbox
}

test('a payment at the counter becomes a receipt in the family’s mailbox', async () => {
  const sandbox = await mailServer()
  await working(sandbox.smtpPort)
  const { number } = await payAtCounter('ibu@family.test')
  await vi.waitFor(() => expect(sandbox.mails()).toHaveLength(1), { timeout: 300_000, interval: 50 })
  const [mail] = await mailsTo(sandbox, 'ibu@family.test')
  expect(mail!.subject).toMatch(/^Payment received: .* · Yuran Januari 1, RM120.00 \(RCP-/)
  expect(mail!.subject).toContain(number)
  expect(mail!.pdf.name).toBe(`${number}.pdf`)
  for (const part of [number, 'RM120.00', 'Cash', '31 Jan 2026']) expect(mail!.pdf.text).toContain(part)
})

test('while the mail server is down the payment stands; once it is up the receipt arrives, once', async () => {
  const first = await createMailSandbox({ folder: join(folder, 'down') })
  const { smtpPort } = first
  await first.close()
  await working(smtpPort)
  const { payment_id } = await payAtCounter('ayah@family.test')
  const made = () =>
    tenant.read((db) =>
      db
        .selectFrom('document')
        .innerJoin('payment', 'payment.id', 'document.subject_id')
        .select(['document.status', 'payment.status as payment'])
        .where('subject_id', '=', payment_id)
        .execute(),
    )
  // The document is made before the mail is tried, so by then a try has failed or is about to.
  await vi.waitFor(async () => expect(await made()).toEqual([{ status: 'ready', payment: 'paid' }]), {
    timeout: 300_000,
  })
  await expect(mailServer(smtpPort).then((sandbox) => arrived(sandbox, 'ayah@family.test'))).resolves.toBe(1)
})

async function arrived(sandbox: MailSandbox, address: string) {
  await vi.waitFor(() => expect(sandbox.mails().length).toBeGreaterThan(0), {
    timeout: 300_000,
    interval: 100,
  })
  const sent = () =>
    tenant.read((db) => db.selectFrom('sent_mail').select('key').where('recipient', '=', address).execute())
  await vi.waitFor(async () => expect(await sent()).toHaveLength(1), { timeout: 300_000 })
  return (await mailsTo(sandbox, address)).length
}
