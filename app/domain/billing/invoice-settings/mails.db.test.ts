import { beforeAll, expect, test } from 'vitest'
import { aClass, billing, pupils } from '#app/domain/billing/generations/test-support.ts'
import { recordPayment } from '#app/domain/payments/payments/record-payment.ts'
import { withPlatform } from '#db/with-tenant.ts'
import { invoice } from '#tests/support/database/money-factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { invoiceSettings, saveInvoiceSettings } from './invoice-settings.ts'

const today = '2026-01-31'
let tenant: Tenant
beforeAll(async () => {
  tenant = await freshTenant()
})

async function choose(given: { mail_invoices?: boolean; mail_receipts?: boolean }) {
  const actor = await tenant.actor('superadmin')
  await tenant.write(async (trx) => {
    const { terms, footer, ...kept } = await invoiceSettings(trx)
    const texts = { terms: terms ?? undefined, footer: footer ?? undefined }
    await saveInvoiceSettings(trx, actor, { ...kept, ...texts, ...given })
  })
}

const mailsOf = (name: 'receipt.send' | 'invoice.send') =>
  withPlatform(tenant.database.pool, async (trx) => {
    const rows = await trx
      .selectFrom('platform.outbox')
      .select('id')
      .where('name', '=', name)
      .where('entity_id', '=', tenant.entity.id)
      .execute()
    return rows.length
  })

test('a receipt goes out by itself only where the organisation wants that', async () => {
  const clerk = await tenant.actor('clerk')
  const scope = { scope: 'branch' as const, user_id: clerk.id, branch_ids: clerk.branch_ids, parent_id: null }
  const pay = () =>
    tenant.write(async (trx) => {
      const { id } = await invoice(trx, { branch_id: tenant.branch.id }, [{ price_sen: 12_000 }])
      const input = { method: 'cash' as const, amount: 12_000, paid_on: today }
      await recordPayment(trx, clerk, id, input, { scope, today, backdate_days: 30 })
    })
  await choose({ mail_receipts: false })
  await pay()
  expect(await mailsOf('receipt.send')).toBe(0)
  await choose({ mail_receipts: true })
  await pay()
  expect(await mailsOf('receipt.send')).toBe(1)
})

test.each([
  [false, 0],
  [true, 3],
])('a run bills families, and where mails of it are %s it asks for %i', async (mail_invoices, mails) => {
  tenant = await freshTenant()
  await tenant.write(async (trx) => pupils(trx, (await aClass(trx, 15_000)).id, 3))
  await choose({ mail_invoices })
  const run = await billing(tenant).preview()
  expect(await run.run()).toMatchObject({ status: 'completed', error_code: null })
  expect(await run.invoices()).toHaveLength(3)
  expect(await mailsOf('invoice.send')).toBe(mails)
})
