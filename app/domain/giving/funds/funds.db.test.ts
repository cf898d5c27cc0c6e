import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { scopes } from '#app/domain/billing/invoices/test-support.ts'
import type { Actor } from '#app/domain/core/actor.ts'
import { currentDay } from '#app/domain/core/clock.ts'
import { addMonths, startOfMonth } from '#app/domain/core/dates.ts'
import { give } from '#app/domain/giving/donations/test-support.ts'
import { openShop, type Shop } from '#app/domain/payments/attempts/test-support.ts'
import { newId } from '#db/id.ts'
import { insert } from '#tests/support/database/factories.ts'
import { infaqType, openZakat, zakatType } from '#tests/support/database/giving-factories.ts'
import { soaking } from '#tests/support/run/soak.ts'
import '#tests/support/product/matchers.ts'
import { fundBalance } from '#app/domain/accounting/gifts/change-gift.ts'
import { closeMonth, reopenMonth } from '#app/domain/accounting/months/change-month.ts'
import { monthOf } from '#app/domain/accounting/months/month.ts'
import { approveFundMove, rejectFundMove, requestFundMove, withdrawFundMove } from './change-fund-move.ts'
import type { FundMoveInput } from './fund-move.ts'

const today = currentDay()
const reason = 'Buku untuk anak yatim'
let shop: Shop
let asks: Actor
let decides: Actor
beforeAll(async () => {
  shop = await openShop()
  asks = await shop.tenant.actor('admin')
  decides = await shop.tenant.actor('superadmin')
})

const input = (given: Partial<FundMoveInput> = {}): FundMoveInput => ({
  ...{ purpose: 'spent', amount: 1_000, moved_on: today, recipient: 'Kedai Buku', reason },
  ...{ to_type: undefined, reference_no: undefined, form_key: undefined },
  ...given,
})
const ask = async (type_id: string, given: Partial<FundMoveInput> = {}) =>
  (
    await shop.tenant.write((trx) =>
      requestFundMove(trx, asks, { kind: 'infaq', type_id }, input(given), today),
    )
  ).id
const approve = (id: string, actor = decides) =>
  shop.tenant.write((trx) => approveFundMove(trx, actor, scopes.all(actor), id))
const balance = (id: string) => shop.tenant.read((db) => fundBalance(db, 'infaq', id))

/** A fund with so much in it. */
async function fund(sen = 5_000) {
  const type = await shop.tenant.write((trx) => infaqType(trx))
  if (sen > 0) await shop.say(await give(shop, 'infaq', type.id, { amount: sen }), '00')
  return type
}

describe('money leaves a fund', () => {
  test('when somebody else approves, and then no more than there is', async () => {
    const { id } = await fund()
    await expect(ask(id, { amount: 5_001 })).toRefuse('fund.too_little', 'amount')
    const [first, second] = [await ask(id, { amount: 3_000 }), await ask(id, { amount: 3_000 })]
    expect(await balance(id)).toBe(5_000)
    await expect(approve(first, asks)).toRefuse('four_eyes.own_request')
    await approve(first)
    await expect(approve(first)).toRefuse('fund_move.decided')
    await expect(approve(second)).toRefuse('fund.too_little')
    expect(await balance(id)).toBe(2_000)
    await shop.balanced()
  })

  test('once, however many approve at the same moment', async () => {
    const { id } = await fund()
    const asked = await Promise.all([ask(id, { amount: 4_000 }), ask(id, { amount: 4_000 })])
    const done = await Promise.allSettled([...asked, ...asked].map((one) => approve(one)))
    expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await balance(id)).toBe(1_000)
    await shop.balanced()
  })

  test('on no day of a month that is closed, also where it was asked for before', async () => {
    const { id } = await fund()
    const moved_on = addMonths(startOfMonth(today), -2)
    const asked = await ask(id, { moved_on })
    await shop.tenant.write((trx) => closeMonth(trx, decides, monthOf(moved_on), today))
    await expect(ask(id, { moved_on })).toRefuse('month.closed', 'moved_on')
    await expect(approve(asked)).toRefuse('month.closed')
    expect(await balance(id)).toBe(5_000)
    await shop.tenant.write((trx) => reopenMonth(trx, decides, monthOf(moved_on), 'Derma belum dicatat'))
    await approve(asked)
    expect(await balance(id)).toBe(4_000)
  })

  test('for another of its kind, whole, and never for one of the other', async () => {
    const [from, to] = [await fund(), await fund(0)]
    const { type: zakat } = await openZakat(shop.tenant)
    const move = { purpose: 'moved', recipient: undefined } as const
    for (const to_type of [from.id, zakat.id, newId()])
      await expect(ask(from.id, { ...move, to_type })).toRefuse('not_found.infaq_type', 'to_type')
    await approve(await ask(from.id, { ...move, to_type: to.id }))
    expect([await balance(from.id), await balance(to.id)]).toEqual([4_000, 1_000])
    await shop.balanced()
  })

  test('not on a day to come, nor by a request that was rejected or taken back', async () => {
    const { id } = await fund()
    await expect(ask(id, { moved_on: '2099-01-01' })).toRefuse('fund.day_to_come', 'moved_on')
    const [first, second] = [await ask(id), await ask(id)]
    const { write } = shop.tenant
    await write((trx) =>
      rejectFundMove(trx, decides, scopes.all(decides), first, { decision_reason: 'Tiada resit' }),
    )
    await expect(write((trx) => withdrawFundMove(trx, decides, scopes.all(decides), second))).toRefuse(
      'fund_move.not_yours',
    )
    await write((trx) => withdrawFundMove(trx, asks, scopes.all(asks), second))
    for (const one of [first, second]) await expect(approve(one)).toRefuse('fund_move.decided')
    expect(await balance(id)).toBe(5_000)
  })
})

describe('whoever writes, the database refuses', () => {
  const entry = (given: object) => ({ id: newId(), entered_on: today, kind: 'infaq', ...given })

  test('what was not approved, and less than nothing', async () => {
    const { id } = await fund()
    const fund_move_id = await ask(id)
    const out = entry({ infaq_type_id: id, fund_move_id, reason: 'spent', delta_sen: -1_000 })
    await expect(shop.tenant.write((trx) => insert(trx, 'fund_entry', out as never))).rejects.toMatchObject({
      constraint: 'fund_entry_moved_whole',
    })
    await expect(
      shop.tenant.write((trx) => insert(trx, 'fund_entry', { ...out, delta_sen: -6_000 } as never)),
    ).rejects.toMatchObject({ constraint: 'fund_entry_balance' })
  })

  test('zakat that goes to infaq, and zakat without intention or authority', async () => {
    const { write } = shop.tenant
    const { id } = await fund()
    const zakat = await write((trx) => zakatType(trx))
    const mixed = { ...entry({}), kind: 'zakat', infaq_type_id: id, zakat_type_id: zakat.id }
    await expect(
      write((trx) => insert(trx, 'fund_entry', { ...mixed, reason: 'gift', delta_sen: 1 } as never)),
    ).rejects.toMatchObject({ constraint: expect.stringMatching(/^fund_entry_(kind|reason)_check$/) })
    const gift = { id: newId(), kind: 'zakat', zakat_type_id: zakat.id, branch_id: shop.tenant.branch.id }
    await expect(write((trx) => insert(trx, 'donation', { ...gift, amount_sen: 100 }))).rejects.toMatchObject(
      { constraint: 'donation_zakat_check' },
    )
  })

  test('a change or a removal of what is written', async () => {
    await fund()
    for (const work of [
      'update fund_entry set delta_sen = 1',
      'delete from fund_entry',
      'delete from donation',
    ])
      await expect(shop.tenant.write((trx) => sql.raw(work).execute(trx))).rejects.toThrow(
        'permission denied',
      )
  })
})

/** What may happen to two funds: each number says how much of what. */
const deed = fc.oneof(
  fc.record({ do: fc.constant('give' as const), to: fc.nat(1), sen: fc.integer({ min: 100, max: 9_000 }) }),
  fc.record({ do: fc.constant('fail' as const), to: fc.nat(1), sen: fc.integer({ min: 100, max: 9_000 }) }),
  fc.record({ do: fc.constant('spend' as const), to: fc.nat(1), sen: fc.integer({ min: 1, max: 9_000 }) }),
  fc.record({ do: fc.constant('move' as const), to: fc.nat(1), sen: fc.integer({ min: 1, max: 9_000 }) }),
)

test('the equation of each fund holds after everything: what came, less what left, is what is there', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(deed, { minLength: 1, maxLength: 8 }), async (deeds) => {
      const funds = [await fund(0), await fund(0)]
      const left = [0, 0]
      for (const { do: what, to, sen } of deeds) {
        const { id } = funds[to]!
        if (what === 'give' || what === 'fail') {
          const attempt = await give(shop, 'infaq', id, { amount: sen })
          await shop.say(attempt, what === 'give' ? '00' : '51')
          if (what === 'give') left[to]! += sen
          continue
        }
        const moved = what === 'move' ? { purpose: 'moved', to_type: funds[1 - to]!.id } : {}
        const asked = ask(id, { amount: sen, ...(moved as object) })
        if (sen > left[to]!) {
          await expect(asked).toRefuse('fund.too_little', 'amount')
          continue
        }
        await approve(await asked)
        left[to]! -= sen
        if (what === 'move') left[1 - to]! += sen
      }
      expect(await Promise.all(funds.map(({ id }) => balance(id)))).toEqual(left)
      await shop.balanced()
    }),
    { numRuns: soaking ? 200 : 8 },
  )
})
