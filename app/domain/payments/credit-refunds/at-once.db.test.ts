import { beforeAll, describe, expect, test } from 'vitest'
import { approveMove, askToMoveCredit } from '#app/domain/accounting/credit-moves/change-credit-move.ts'
import { creditStanding } from '#app/domain/accounting/credits/find-credits.ts'
import { spendCredit } from '#app/domain/billing/credits/use-credit.ts'
import { everywhere } from '#app/domain/core/actor.ts'
import { instantIn } from '#app/domain/core/dates.ts'
import { ringOf } from '#app/domain/core/secrets.ts'
import { openShop, type Shop } from '#app/domain/payments/attempts/test-support.ts'
import { environment } from '#app/environment.ts'
import { newId } from '#db/id.ts'
import { insert, student, type Trx, user } from '#tests/support/database/factories.ts'
import { credit, invoice, creditRefund as refund } from '#tests/support/database/money-factories.ts'
import '#tests/support/product/matchers.ts'
import { askForRefund } from './ask-for-refund.ts'
import { approveRefund, cancelRefund, rejectRefund, withdrawRefund } from './decide-refund.ts'
import { creditRefund } from './find-credit-refunds.ts'
import { payRefund } from './pay-refund.ts'

const reason = 'Pindah ke negeri lain'
/** The database's own day, on which what is asked for now is approved. */
const today = instantIn(new Date()).slice(0, 10)

let shop: Shop
let clerk: Awaited<ReturnType<Shop['tenant']['actor']>>
let admin: typeof clerk
beforeAll(async () => {
  shop = await openShop()
  clerk = await shop.tenant.actor('clerk')
  admin = await shop.tenant.actor('admin')
})

/** A family of the branch that has `delta_sen` as credit. */
async function family(delta_sen = 2_000) {
  return shop.tenant.write(async (trx) => {
    const child = await student(trx, { branch_id: shop.tenant.branch.id })
    const parent_id = child.payer!.id
    if (delta_sen > 0) await credit(trx, { parent_id, delta_sen })
    return { student_id: child.id, payer_parent_id: parent_id }
  })
}

const write = <T>(work: (trx: Trx) => Promise<T>) => shop.tenant.write(work)
const ask = (parent_id: string, amount: number) => {
  const keys = { ring: ringOf(environment), place: shop.tenant.place.schema }
  const input = { amount, reason, method: 'cash', payee_name: 'Puan Ibu' } as const
  return write((trx) => askForRefund(trx, clerk, everywhere, keys, parent_id, input))
}
const approve = (id: string) => write((trx) => approveRefund(trx, admin, everywhere, id, today))
const withdraw = (id: string) => write((trx) => withdrawRefund(trx, clerk, everywhere, id))
const reject = (id: string) =>
  write((trx) => rejectRefund(trx, admin, everywhere, id, { decision_reason: reason }))
const cancel = (id: string) =>
  write((trx) => cancelRefund(trx, admin, everywhere, id, { decision_reason: reason }))
const pay = (id: string) =>
  write((trx) => payRefund(trx, admin, everywhere, id, { input: { paid_on: today }, today }))
const standing = (parent_id: string) => shop.tenant.read((db) => creditStanding(db, parent_id))
const statusOf = async (id: string) =>
  (await shop.tenant.read((db) => creditRefund(db, everywhere, id))).status
const done = (settled: PromiseSettledResult<unknown>[]) =>
  settled.filter(({ status }) => status === 'fulfilled').length

describe('at once', () => {
  test('approved, rejected and withdrawn: one of them', async () => {
    for (let round = 0; round < 5; round++) {
      const { payer_parent_id } = await family()
      const { id } = await ask(payer_parent_id, 2_000)
      expect(done(await Promise.allSettled([approve(id), withdraw(id), reject(id), approve(id)]))).toBe(1)
      const held = (await statusOf(id)) === 'approved' ? 2_000 : 0
      expect(await standing(payer_parent_id)).toEqual({ credit_sen: 2_000, reserved_sen: held })
    }
  })

  test('paid twice and cancelled: one of them, and the money goes once', async () => {
    for (let round = 0; round < 5; round++) {
      const { payer_parent_id } = await family()
      const { id } = await ask(payer_parent_id, 1_500)
      await approve(id)
      expect(done(await Promise.allSettled([pay(id), cancel(id), pay(id)]))).toBe(1)
      const left = (await statusOf(id)) === 'paid' ? 500 : 2_000
      expect(await standing(payer_parent_id)).toEqual({ credit_sen: left, reserved_sen: 0 })
    }
  })

  test('asked for by many: no more is reserved than there is', async () => {
    const { payer_parent_id } = await family()
    const asked = await Promise.allSettled(Array.from({ length: 8 }, () => ask(payer_parent_id, 600)))
    expect(done(asked)).toBe(3)
    expect(await standing(payer_parent_id)).toEqual({ credit_sen: 2_000, reserved_sen: 1_800 })
  })

  test('asked for, used for an invoice and moved away: what is reserved is there', async () => {
    for (let round = 0; round < 5; round++) {
      const own = await family()
      const parent_id = own.payer_parent_id
      await write((trx) => invoice(trx, own, [{ price_sen: 700 }]))
      const to = (await family(0)).payer_parent_id
      const { family_code } = await shop.tenant.read((db) =>
        db.selectFrom('parent').select('family_code').where('id', '=', to).executeTakeFirstOrThrow(),
      )
      const input = { family_code, amount: 700, reason }
      const move = await write((trx) => askToMoveCredit(trx, clerk, everywhere, parent_id, input))
      await Promise.allSettled([
        ask(parent_id, 1_000),
        write((trx) => spendCredit(trx, clerk, [parent_id], today)),
        write((trx) => approveMove(trx, admin, everywhere, move.id)),
        ask(parent_id, 1_000),
      ])
      const { credit_sen, reserved_sen } = await standing(parent_id)
      expect(credit_sen).toBeGreaterThanOrEqual(reserved_sen)
      const gone = 2_000 - credit_sen
      expect(gone + reserved_sen).toBeLessThanOrEqual(2_000)
      expect(gone + reserved_sen).toBeGreaterThanOrEqual(1_400)
    }
  })
})

describe('the database', () => {
  test('lets nobody reserve what is not there', async () => {
    const { payer_parent_id: parent_id } = await family()
    const values = (trx: Trx, amount_sen: number, requested_by: string) =>
      insert(trx, 'credit_refund', {
        ...{ id: newId(), parent_id, amount_sen, reason, method: 'cash', payee_name: 'x', requested_by },
      })
    await expect(write((trx) => values(trx, 2_001, clerk.id!))).rejects.toMatchObject({
      constraint: 'credit_refund_overdrawn',
    })
    await write((trx) => values(trx, 1_500, clerk.id!))
    await expect(write((trx) => values(trx, 501, clerk.id!))).rejects.toMatchObject({
      constraint: 'credit_refund_overdrawn',
    })
  })

  test('lets nobody take what is reserved', async () => {
    const { payer_parent_id: parent_id } = await family()
    await ask(parent_id, 1_500)
    const take = (sen: number) =>
      write((trx) => credit(trx, { parent_id, delta_sen: -sen, reason: 'adjust' }))
    await expect(take(501)).rejects.toMatchObject({ constraint: 'credit_entry_reserved' })
    await take(500)
  })

  test('writes an entry of a refund with its payment and a payment with its entry, or neither', async () => {
    const { payer_parent_id: parent_id } = await family()
    const { id } = await ask(parent_id, 1_000)
    const whole = { constraint: 'credit_refund_paid_whole' }
    const entry = (trx: Trx, given: { parent_id?: string; delta_sen?: number } = {}) =>
      credit(trx, { parent_id, delta_sen: -1_000, reason: 'refund', credit_refund_id: id, ...given })
    const paid = (trx: Trx) =>
      trx
        .updateTable('credit_refund')
        .set({ status: 'paid', paid_on: today, paid_at: new Date() })
        .where('id', '=', id)
        .execute()
    await expect(write((trx) => entry(trx))).rejects.toMatchObject(whole)
    await approve(id)
    await expect(write((trx) => paid(trx))).rejects.toMatchObject(whole)
    const other = (await family()).payer_parent_id
    for (const wrong of [{ delta_sen: -999 }, { parent_id: other }])
      await expect(
        write(async (trx) => {
          await paid(trx)
          await entry(trx, wrong)
        }),
      ).rejects.toMatchObject(whole)
    await expect(
      write(async (trx) => {
        await paid(trx)
        await entry(trx, { delta_sen: -500 })
        await entry(trx, { delta_sen: -500 })
      }),
    ).rejects.toMatchObject(whole)
    await pay(id)
    await expect(write((trx) => entry(trx))).rejects.toMatchObject(whole)
    const back = write((trx) =>
      trx
        .updateTable('credit_refund')
        .set({ status: 'approved', paid_on: null, paid_at: null })
        .where('id', '=', id)
        .execute(),
    )
    await expect(back).rejects.toMatchObject(whole)
  })

  test('knows no refund that was approved by who asked', async () => {
    const { id } = await write((trx) => user(trx))
    await expect(
      write((trx) => refund(trx, { requested_by: id, status: 'approved', decided_by: id })),
    ).rejects.toMatchObject({ constraint: 'credit_refund_four_eyes_check' })
  })
})
