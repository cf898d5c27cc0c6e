import { expect, test } from 'vitest'
import { discounts } from '#app/domain/catalogue/discounts/discounts.ts'
import { discount } from '#tests/support/database/factories.ts'
import { invoice } from '#tests/support/database/money-factories.ts'
import { freshTenant } from '#tests/support/database/tenant.ts'
import { isUsed } from './crud.ts'

test('a discount that each bill works out is used by the lines that it lowered', async () => {
  const tenant = await freshTenant()
  await tenant.write(async (trx) => {
    const { id } = await discount(trx, { type: 'sibling', second_child_bp: 1_000 })
    const other = await discount(trx, { type: 'sibling', second_child_bp: 1_000 })
    expect(await isUsed(trx, discounts.uses, id)).toBe(false)
    const facts = JSON.stringify({ discounts: [{ discount_id: id, sen: 100 }] })
    await invoice(trx, {}, [{ price_sen: 1_000, facts }])
    expect(await isUsed(trx, discounts.uses, id)).toBe(true)
    expect(await isUsed(trx, discounts.uses, other.id)).toBe(false)
    const at = { id, version: 1 }
    await expect(discounts.remove(trx, await tenant.actor('admin'), at)).rejects.toMatchObject({
      code: 'discount.in_use',
    })
  })
})
