import { expect, test } from 'vitest'
import { scopes, today } from '#app/domain/billing/invoices/test-support.ts'
import { student } from '#tests/support/database/factories.ts'
import { besides } from '#tests/support/database/locks.ts'
import { imbalance } from '#tests/support/database/money.ts'
import { credit, creditRefund, invoice, payment } from '#tests/support/database/money-factories.ts'
import '#tests/support/product/matchers.ts'
import { takeBackCredit } from '#app/domain/accounting/credits/book-credit.ts'
import { creditBalance } from '#app/domain/accounting/credits/find-credits.ts'
import { spendCreditOn } from '#app/domain/billing/credits/use-credit.ts'
import { freshTenant } from '#tests/support/database/tenant.ts'

test('credit is used once by two who want it at once for two invoices, and the second is told so', async () => {
  const tenant = await freshTenant()
  const clerk = await tenant.actor('clerk')
  const { parent_id, bills } = await tenant.write(async (trx) => {
    const child = await student(trx)
    const family = { student_id: child.id, payer_parent_id: child.payer!.id }
    await credit(trx, { parent_id: family.payer_parent_id, delta_sen: 600 })
    const bill = () => invoice(trx, family, [{ price_sen: 1_000 }])
    return { parent_id: family.payer_parent_id, bills: [await bill(), await bill()] as const }
  })
  const spend = (bill: { id: string }, held = async () => {}) =>
    tenant.write(async (trx) => {
      const use = { parent_id, invoice_id: bill.id, amount_sen: 600 }
      await spendCreditOn(trx, clerk, scopes.all(clerk), use, today)
      await held()
    })
  const later = await besides(
    tenant,
    (held) => spend(bills[0], held),
    () => spend(bills[1]),
  )
  expect(later.status).toBe('rejected')
  await expect(Promise.reject((later as PromiseRejectedResult).reason)).toRefuse(
    'family_credit.too_little',
    'amount',
  )
  expect(await tenant.read((db) => creditBalance(db, parent_id))).toBe(0)
  expect(await tenant.read(imbalance)).toEqual({})
})

test('what a family waits to be paid back is not taken from it when a payment is undone', async () => {
  const tenant = await freshTenant()
  const clerk = await tenant.actor('clerk')
  const { parent_id, payment_id } = await tenant.write(async (trx) => {
    const { parent_id } = await creditRefund(trx)
    const { id } = await payment(trx, { payer_parent_id: parent_id })
    return { parent_id, payment_id: id }
  })
  const take = (sen: number) =>
    tenant.write((trx) => takeBackCredit(trx, clerk, { parent_id, sen, payment_id, reason: 'adjust' }))
  await expect(take(2_001)).toRefuse('payment.credit_used')
  await expect(take(1_501)).toRefuse('payment.credit_reserved')
  await take(1_500)
  expect(await tenant.read((db) => creditBalance(db, parent_id))).toBe(500)
})
