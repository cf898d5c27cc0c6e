import { beforeAll, describe, expect, test } from 'vitest'
import { openShop, type Shop } from '#app/domain/payments/attempts/test-support.ts'
import '#tests/support/product/matchers.ts'
import { type Family, familiesOf } from './test-support.ts'

let shop: Shop
let deeds: ReturnType<typeof familiesOf>
beforeAll(async () => {
  shop = await openShop()
  deeds = familiesOf(shop)
})

describe('a part', () => {
  const allow = (rule: 'none' | 'any' | 'oldest_first', min_sen = 1_000) =>
    shop.tenant.write(async (trx) => {
      await trx.deleteFrom('setting').where('key', '=', 'part_payment').execute()
      await trx
        .insertInto('setting')
        .values({ key: 'part_payment', value: JSON.stringify({ rule, min_sen }) })
        .execute()
    })
  const part = (home: Family, part_sen: number, { only = home.codes, actor = home.actor } = {}) =>
    deeds.start({ ...home, actor }, { part_sen, only })

  test('is for what is due first, holds no more than that, and leaves the rest open', async () => {
    await allow('any')
    const home = await deeds.family()
    const attempt = await part(home, 12_050)
    expect(attempt.amount_sen).toBe(12_150)
    expect(await deeds.states(home)).toEqual(['pending', 'pending', 'unpaid'])
    await shop.say(attempt, '00')
    expect(await deeds.states(home)).toEqual(['paid', 'unpaid', 'unpaid'])
    const [payment] = await shop.paymentOf(attempt.id)
    expect(await deeds.allocationsOf(payment!.id)).toEqual([
      { invoice_id: home.bills[0]!.id, amount_sen: 12_000 },
      { invoice_id: home.bills[1]!.id, amount_sen: 50 },
    ])
    expect((await shop.invoiceNow(home.bills[1]!.id)).balance_sen).toBe(5_000)
    await shop.balanced()
  })

  test('comes after credit', async () => {
    await allow('any')
    const home = await deeds.family()
    await deeds.give(home.parent_id, 11_500)
    expect((await part(home, 1_000)).amount_sen).toBe(1_100)
    expect(await deeds.states(home)).toEqual(['pending', 'pending', 'unpaid'])
  })

  test.each([
    ['none', 5_000, 'payment.part_off'],
    ['any', 999, 'payment.part_small'],
    ['any', 18_050, 'payment.part_large'],
  ] as const)('by the rule %s of %i sen is refused: %s', async (rule, sen, code) => {
    await allow(rule)
    const home = await deeds.family()
    await expect(part(home, sen)).toRefuse(code, 'part')
    expect(await deeds.states(home)).toEqual(['unpaid', 'unpaid', 'unpaid'])
  })

  test('that is all of it is no part, whatever the rule', async () => {
    await allow('none')
    expect((await part(await deeds.family(), 18_049)).amount_sen).toBe(18_149)
  })

  test('oldest first leaves nothing older behind, and is for who is signed in', async () => {
    await allow('oldest_first')
    const home = await deeds.family()
    await shop.tenant.write((trx) =>
      trx.updateTable('invoice').set({ due_on: '2026-03-01' }).where('id', '=', home.bills[1]!.id).execute(),
    )
    const young = home.codes.slice(1, 2)
    await expect(part(home, 2_000, { only: young })).toRefuse('payment.part_oldest')
    const guest = { ...home.actor, parent_id: null }
    await expect(part(home, 2_000, { actor: guest })).toRefuse('payment.part_off')
    expect((await part(home, 2_000)).amount_sen).toBe(2_100)
    expect(await deeds.states(home)).toEqual(['pending', 'unpaid', 'unpaid'])
  })

  test('oldest first leaves nothing behind that is older than the last of what it pays', async () => {
    await allow('oldest_first')
    const home = await deeds.family()
    const days = ['2026-03-05', '2026-04-05', '2026-05-05']
    await shop.tenant.write(async (trx) => {
      for (const [n, { id }] of home.bills.entries())
        await trx.updateTable('invoice').set({ due_on: days[n]! }).where('id', '=', id).execute()
    })
    const [first, , last] = home.codes
    await expect(part(home, 12_500, { only: [first!, last!] })).toRefuse('payment.part_oldest')
    expect((await part(home, 12_000, { only: [first!, last!] })).amount_sen).toBe(12_100)
  })
})
