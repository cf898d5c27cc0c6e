import { afterAll, beforeAll, expect, test } from 'vitest'
import { scopes } from '#app/domain/billing/invoices/test-support.ts'
import { formatDate, instantIn } from '#app/domain/core/dates.ts'
import { ringOf } from '#app/domain/core/secrets.ts'
import { askForRefund } from '#app/domain/payments/credit-refunds/ask-for-refund.ts'
import { approveRefund } from '#app/domain/payments/credit-refunds/decide-refund.ts'
import { payRefund } from '#app/domain/payments/credit-refunds/pay-refund.ts'
import { environment } from '#app/environment.ts'
import { createMailSandbox, type MailSandbox } from '#app/integrations/mail/sandbox/sandbox.ts'
import { parent } from '#tests/support/database/factories.ts'
import { credit } from '#tests/support/database/money-factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import '#tests/support/product/matchers.ts'
import { handlerOf, jobTools } from '#tests/support/jobs/job-tools.ts'
import { lettersTo } from '#tests/support/jobs/mails.ts'

const sendCreditRefund = handlerOf('credit_refund.send')

const account_number = '114412345678'
/** The database's own day, on which it is approved. */
const today = instantIn(new Date()).slice(0, 10)
let tenant: Tenant
let sandbox: MailSandbox
beforeAll(async () => {
  tenant = await freshTenant({ name: 'Tadika Sinar' })
  sandbox = await createMailSandbox({ folder: `${environment.dataDir}/mail` })
})
afterAll(() => sandbox.close())

async function approved(email: string | null) {
  const [admin, owner] = [await tenant.actor('admin'), await tenant.actor('superadmin')]
  const keys = { ring: ringOf(environment), place: tenant.place.schema }
  const input = {
    ...{ amount: 1_500, reason: 'Pindah ke negeri lain', method: 'bank_transfer' as const },
    ...{ payee_name: 'Encik Razak', bank_name: 'Maybank', account_number },
  }
  return tenant.write(async (trx) => {
    const family = await parent(trx, { email, preferred_locale: 'en' })
    await credit(trx, { parent_id: family.id })
    const { id } = await askForRefund(trx, admin, scopes.all(admin), keys, family.id, input)
    return approveRefund(trx, owner, scopes.all(owner), id, today)
  })
}

const pay = async (id: string) => {
  const admin = await tenant.actor('admin')
  const input = { paid_on: today, bank_reference: 'MBB 77120' }
  await tenant.write((trx) => payRefund(trx, admin, scopes.all(admin), id, { input, today }))
}

const send = (credit_refund_id: string) =>
  sendCreditRefund(
    { credit_refund_id },
    jobTools(tenant, 'credit_refund.send', {
      settings: { smtpUrl: `smtp://127.0.0.1:${sandbox.smtpPort}` },
    }),
  )

test('a family is told of a refund when it was paid, and not before', async () => {
  const { id, number } = await approved('ayah@family.test')
  await expect(tenant).not.toHaveEnqueued('credit_refund.send', { credit_refund_id: id })
  await send(id)
  expect(await lettersTo(sandbox, 'ayah@family.test')).toEqual([])
  await pay(id)
  await expect(tenant).toHaveEnqueued('credit_refund.send', { credit_refund_id: id })
  await send(id)
  const [mail, ...others] = await lettersTo(sandbox, 'ayah@family.test')
  expect(others).toEqual([])
  expect(mail!.subject).toContain(number)
  for (const piece of ['RM15.00', 'MBB 77120', formatDate(today, 'en')]) {
    expect(mail!.plain).toContain(piece)
    expect(mail!.html).toContain(piece)
  }
  expect(mail!.plain).not.toContain('5678')
})

test('a family without an address waits for no mail', async () => {
  const { id } = await approved(null)
  await pay(id)
  await expect(tenant).not.toHaveEnqueued('credit_refund.send', { credit_refund_id: id })
})
