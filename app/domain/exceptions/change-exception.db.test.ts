import { beforeAll, describe, expect, test } from 'vitest'
import type { Role } from '#app/domain/access.ts'
import { newTxn, openShop, type Shop } from '#app/domain/attempts/test-support.ts'
import { codeOf } from '#tests/support/database/as-role.ts'
import { parent } from '#tests/support/database/factories.ts'
import { imbalance } from '#tests/support/database/money.ts'
import {
  confirmRefund,
  noteException,
  rejectRefund,
  resolveException,
  takeException,
} from './change-exception.server.ts'
import type { ResolveInput } from './exception-form.ts'
import { staffException, tenantDesk } from './find-exceptions.server.ts'
import { exceptionsOf } from './test-support.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})

const everywhere = { scope: 'all' as const, user_id: '', branch_ids: [], parent_id: null }
const desk = tenantDesk(everywhere)
const balanced = async () => expect(await shop.tenant.read(imbalance)).toEqual({})

async function resolve(id: string, input: Partial<ResolveInput>, role: Role = 'admin', on = desk) {
  const actor = await shop.tenant.actor(role)
  const given = { decision: 'booked' as const, version: 1, ...input }
  const circumstances = { environment: 'uat', at: new Date('2026-02-01T02:00:00Z'), today: '2026-02-01' }
  return shop.tenant.write((trx) => resolveException(trx, actor, on, id, given, circumstances))
}

async function mismatch(given: Parameters<Shop['say']>[2] = { fpx_txnAmount: '100.00' }) {
  const bill = await shop.bill()
  const attempt = await shop.start([bill.public_code])
  const txn_id = newTxn()
  await shop.say(attempt, '00', { fpx_fpxTxnId: txn_id, ...given })
  const [row] = await exceptionsOf(shop, attempt.id)
  return { bill, attempt, txn_id, id: row!.id, row: row! }
}

async function secondDebit() {
  const bill = await shop.bill()
  const attempt = await shop.start([bill.public_code])
  await shop.say(attempt, '00')
  await shop.say(attempt, '00', { fpx_fpxTxnId: newTxn() })
  const [row] = await exceptionsOf(shop, attempt.id)
  return { bill, attempt, id: row!.id, row: row! }
}

const creditOf = async (parent_id: string) => {
  const rows = await shop.tenant.read((db) =>
    db.selectFrom('credit_entry').select('delta_sen').where('parent_id', '=', parent_id).execute(),
  )
  return rows.reduce((sum, { delta_sen }) => sum + delta_sen, 0)
}

describe('a mismatch', () => {
  test('keeps the id, the code and what was expected beside what came', async () => {
    const { attempt, txn_id, row } = await mismatch({ fpx_txnAmount: '1.00', fpx_sellerId: 'SE99999999' })
    expect(row).toMatchObject({
      kind: 'mismatch',
      state: 'open',
      transaction_id: txn_id,
      response_code: '00',
      bank_reference: '15733223',
      amount_sen: 100,
      expected_sen: attempt.amount_sen,
      order_no: attempt.order_no,
      branch_ids: [shop.tenant.branch.id],
      differences: [
        { field: 'fpx_sellerId', expected: 'SE00000001', received: 'SE99999999' },
        { field: 'fpx_txnAmount', expected: '121.00', received: '1.00' },
      ],
    })
  })

  test('is booked as what came: for its invoice, no more and no less', async () => {
    const { bill, attempt, txn_id, id } = await mismatch()
    await resolve(id, { decision: 'booked' })
    const [payment] = await shop.paymentOf(attempt.id)
    expect(payment).toMatchObject({
      amount_sen: 10_000,
      payer_fee_sen: 100,
      gateway_transaction_id: txn_id,
      paid_on: '2026-01-31',
    })
    expect(await shop.invoiceNow(bill.id)).toMatchObject({ status: 'unpaid', paid_sen: 9_900 })
    expect(await shop.attempt(attempt.public_code)).toMatchObject({ state: 'paid', review_reason: null })
    expect(await exceptionsOf(shop, attempt.id)).toMatchObject([
      { state: 'resolved', resolution: 'booked', payment_id: payment!.id },
    ])
    // FPX saying the same once more changes nothing.
    expect(await shop.say(attempt, '00', { fpx_fpxTxnId: txn_id })).toMatchObject({ effect: 'repeat' })
    await balanced()
  })

  test('about another seller’s money, or without an id, is not booked here', async () => {
    for (const given of [{ fpx_sellerId: 'SE99999999' }, { fpx_fpxTxnId: '' }, { fpx_txnCurrency: 'USD' }]) {
      const { id, attempt } = await mismatch(given)
      await expect(resolve(id, { decision: 'booked' })).rejects.toMatchObject({
        code: 'payment_exception.not_bookable',
      })
      expect(await shop.paymentOf(attempt.id)).toEqual([])
    }
  })

  test('that was a wrong alarm frees its invoice, and money that comes after all is a late payment', async () => {
    const { bill, attempt, id } = await mismatch()
    await resolve(id, { decision: 'wrong_alarm', words: 'Bank confirmed that nothing was debited' })
    expect(await shop.invoiceNow(bill.id)).toMatchObject({ status: 'unpaid', locked_by_attempt_id: null })
    expect(await shop.attempt(attempt.public_code)).toMatchObject({ state: 'failed', review_reason: null })
    expect(await shop.say(attempt, '00')).toMatchObject({ state: 'paid', effect: 'post' })
    await balanced()
  })

  test('is settled by itself when FPX says the same transaction as it was asked', async () => {
    const { attempt, txn_id } = await mismatch()
    await shop.say(attempt, '00', { fpx_fpxTxnId: txn_id })
    expect(await exceptionsOf(shop, attempt.id)).toMatchObject([{ state: 'resolved', resolution: 'settled' }])
  })

  test('of another transaction stays open when the order is paid, and is the family’s credit when booked', async () => {
    const { bill, attempt, id } = await mismatch()
    await shop.say(attempt, '00')
    expect(await exceptionsOf(shop, attempt.id)).toMatchObject([{ state: 'open' }])
    await resolve(id, { decision: 'booked' })
    expect(await creditOf(bill.payer_parent_id)).toBe(10_000)
    await balanced()
  })
})

describe('money of a second debit', () => {
  test('is of the family of its order, whatever code is typed', async () => {
    const { bill, attempt, id } = await mismatch()
    await shop.say(attempt, '00')
    const other = await shop.tenant.write((trx) => parent(trx))
    await resolve(id, { decision: 'booked', family_code: other.family_code })
    expect(await creditOf(bill.payer_parent_id)).toBe(10_000)
    expect(await creditOf(other.id)).toBe(0)
    await balanced()
  })

  test('of a family that has left is of the family whose code is typed, and of nobody without one', async () => {
    const bill = await shop.bill()
    const attempt = await shop.start([bill.public_code])
    await shop.say(attempt, '00')
    const heir = await shop.tenant.write(async (trx) => {
      const gone = trx.updateTable('parent').set({ deleted_at: new Date() })
      await gone.where('id', '=', bill.payer_parent_id).execute()
      return parent(trx)
    })
    await shop.say(attempt, '00')
    const [row] = await exceptionsOf(shop, attempt.id)
    for (const family_code of [undefined, 'ZZZZZZZZ'])
      await expect(resolve(row!.id, { decision: 'booked', family_code })).rejects.toMatchObject({
        code: 'payment_exception.family_code',
        field: 'family_code',
      })
    await resolve(row!.id, { decision: 'booked', family_code: heir.family_code })
    expect(await creditOf(heir.id)).toBe(attempt.amount_sen)
    await balanced()
  })
})

describe('money that went back', () => {
  const refund = {
    decision: 'refunded' as const,
    refunded_on: '2026-02-01',
    reference: 'MBB-77120',
  }

  test('needs two people, and takes the credit from the family', async () => {
    const { bill, id } = await secondDebit()
    expect(await creditOf(bill.payer_parent_id)).toBe(12_100)
    await resolve(id, refund, 'admin')
    expect(await creditOf(bill.payer_parent_id)).toBe(12_100)
    const admin = await shop.tenant.actor('admin')
    const owner = await shop.tenant.actor('superadmin')
    const own = shop.tenant.write((trx) => confirmRefund(trx, admin, desk, id))
    await expect(own).rejects.toMatchObject({ code: 'four_eyes.own_request' })
    await shop.tenant.write((trx) => confirmRefund(trx, owner, desk, id))
    expect(await creditOf(bill.payer_parent_id)).toBe(0)
    const row = await shop.tenant.read((db) => staffException(db, everywhere, id))
    expect(row).toMatchObject({
      state: 'resolved',
      resolution: 'refunded',
      reference: 'MBB-77120',
      refunded_on: '2026-02-01',
      proposer: admin.name,
      resolver: owner.name,
    })
    const again = shop.tenant.write((trx) => confirmRefund(trx, owner, desk, id))
    await expect(again).rejects.toMatchObject({ code: 'payment_exception.decided' })
    await balanced()
  })

  test('does not go back on a day to come', async () => {
    const { id } = await secondDebit()
    await expect(resolve(id, { ...refund, refunded_on: '2026-02-02' })).rejects.toMatchObject({
      code: 'payment_exception.future',
      field: 'refunded_on',
    })
  })

  test('does not go back before the day on which the bank moved it', async () => {
    const bill = await shop.bill()
    const attempt = await shop.start([bill.public_code])
    await shop.say(attempt, '00', { fpx_fpxTxnTime: '20260129120000' })
    await shop.say(attempt, '00', { fpx_fpxTxnId: newTxn(), fpx_fpxTxnTime: '20260130235959' })
    const [row] = await exceptionsOf(shop, attempt.id)
    await expect(resolve(row!.id, { ...refund, refunded_on: '2026-01-29' })).rejects.toMatchObject({
      code: 'payment_exception.before_money',
      field: 'refunded_on',
      values: { date: '2026-01-30' },
    })
    await resolve(row!.id, { ...refund, refunded_on: '2026-01-30' })
  })

  test('is refused when the family has used its credit', async () => {
    const { bill, id } = await secondDebit()
    await resolve(id, refund, 'admin')
    await shop.tenant.write((trx) =>
      trx
        .insertInto('credit_entry')
        .values({
          id: crypto.randomUUID(),
          parent_id: bill.payer_parent_id,
          delta_sen: -1,
          reason: 'applied',
        })
        .execute(),
    )
    const owner = await shop.tenant.actor('superadmin')
    const confirmed = shop.tenant.write((trx) => confirmRefund(trx, owner, desk, id))
    await expect(confirmed).rejects.toMatchObject({ code: 'payment.credit_used' })
    await shop.tenant.write((trx) => rejectRefund(trx, owner, desk, id))
    expect((await shop.tenant.read((db) => staffException(db, everywhere, id))).state).toBe('open')
  })

  test('the database itself wants the second person', async () => {
    const { id } = await secondDebit()
    await resolve(id, refund, 'admin')
    const admin = await shop.tenant.actor('admin')
    const forced = shop.tenant.write((trx) =>
      trx
        .updateTable('platform.payment_exception')
        .set({ state: 'resolved', resolved_by: admin.id, resolver: admin.name, resolved_at: new Date() })
        .where('id', '=', id)
        .execute(),
    )
    await expect(forced).rejects.toMatchObject({ constraint: 'payment_exception_four_eyes_check' })
  })
})

describe('on the desk', () => {
  test('somebody takes it, writes notes and is found in the audit log', async () => {
    const { id } = await secondDebit()
    const clerk = await shop.tenant.actor('supervisor')
    await shop.tenant.write(async (trx) => {
      await takeException(trx, clerk, desk, id)
      const note = { note_id: crypto.randomUUID(), body: 'Rang the bank, case 4711' }
      await noteException(trx, clerk, desk, id, note)
      await noteException(trx, clerk, desk, id, note)
    })
    const row = await shop.tenant.read((db) => staffException(db, everywhere, id))
    expect(row).toMatchObject({ owner: clerk.name, notes: [{ body: 'Rang the bank, case 4711' }] })
    const actions = await shop.tenant.read((db) =>
      db.selectFrom('audit_log').select('action').where('object_id', '=', id).orderBy('id').execute(),
    )
    expect(actions.map(({ action }) => action)).toEqual([
      'payment_exception.taken',
      'payment_exception.noted',
    ])
  })

  test('of another branch it is not found', async () => {
    const { id } = await secondDebit()
    const elsewhere = tenantDesk({ ...everywhere, scope: 'branch', branch_ids: [crypto.randomUUID()] })
    await expect(
      resolve(id, { decision: 'wrong_alarm', words: 'Nothing to see here' }, 'supervisor', elsewhere),
    ).rejects.toMatchObject({ code: 'not_found.payment_exception' })
  })

  test('of two who decide at once the second finds it decided', async () => {
    const { id } = await secondDebit()
    const decided = await Promise.allSettled([
      resolve(id, { decision: 'booked' }),
      resolve(id, { decision: 'wrong_alarm', words: 'The bank says that it is one' }),
    ])
    const refused = decided.filter(({ status }) => status === 'rejected')
    expect(refused).toMatchObject([{ reason: { code: 'payment_exception.decided' } }])
  })

  test('what an organisation may not: change what was received, remove it, see a neighbour’s', async () => {
    const { id } = await secondDebit()
    const { role } = shop.tenant.place
    for (const text of [
      'update platform.payment_exception set amount_sen = 0',
      'update platform.payment_exception set kind = kind',
      'delete from platform.payment_exception',
      'delete from platform.payment_exception_note',
      'delete from platform.gateway_transaction',
      'update platform.gateway_transaction set attempt_id = attempt_id',
    ])
      expect(await codeOf(role, text), text).toBe('42501')
    const neighbour = await openShop()
    const row = neighbour.tenant.read((db) => staffException(db, everywhere, id))
    await expect(row).rejects.toMatchObject({ code: 'not_found.payment_exception' })
  })
})
