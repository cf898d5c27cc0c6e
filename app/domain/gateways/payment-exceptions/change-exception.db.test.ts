import { describe, expect, test } from 'vitest'
import { everywhere } from '#app/domain/core/actor.ts'
import { noteException, takeException } from '#app/domain/gateways/payment-exceptions/decide-exception.ts'
import { staffException, tenantDesk } from '#app/domain/gateways/payment-exceptions/find-exceptions.ts'
import { openShop } from '#app/domain/payments/attempts/test-support.ts'
import { codeOf } from '#tests/support/database/as-role.ts'
import { parent } from '#tests/support/database/factories.ts'
import { desk, exceptionsOf, openDeskOnce } from './test-support.ts'

const { at, shop } = openDeskOnce()

describe('a mismatch', () => {
  test('keeps the id, the code and what was expected beside what came', async () => {
    const { attempt, txn_id, row } = await at.mismatch({ fpx_txnAmount: '1.00', fpx_sellerId: 'SE99999999' })
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
        { field: 'fpx_sellerId', expected: shop.tenant.entity.fpx_seller_id, received: 'SE99999999' },
        { field: 'fpx_txnAmount', expected: '121.00', received: '1.00' },
      ],
    })
  })

  test('is booked as what came: for its invoice, no more and no less', async () => {
    const { bill, attempt, txn_id, id } = await at.mismatch()
    await at.resolve(id, { decision: 'booked' })
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
    await shop.balanced()
  })

  test('about another seller’s money, or without an id, is not booked here', async () => {
    for (const given of [{ fpx_sellerId: 'SE99999999' }, { fpx_fpxTxnId: '' }, { fpx_txnCurrency: 'USD' }]) {
      const { id, attempt } = await at.mismatch(given)
      await expect(at.resolve(id, { decision: 'booked' })).rejects.toMatchObject({
        code: 'payment_exception.not_bookable',
      })
      expect(await shop.paymentOf(attempt.id)).toEqual([])
    }
  })

  test('that was a wrong alarm frees its invoice, and money that comes after all is a late payment', async () => {
    const { bill, attempt, id } = await at.mismatch()
    await at.resolve(id, { decision: 'wrong_alarm', words: 'Bank confirmed that nothing was debited' })
    expect(await shop.invoiceNow(bill.id)).toMatchObject({ status: 'unpaid', locked_by_attempt_id: null })
    expect(await shop.attempt(attempt.public_code)).toMatchObject({ state: 'failed', review_reason: null })
    expect(await shop.say(attempt, '00')).toMatchObject({ state: 'paid', effect: 'post' })
    await shop.balanced()
  })

  test('is settled by itself when FPX says the same transaction as it was asked', async () => {
    const { attempt, txn_id } = await at.mismatch()
    await shop.say(attempt, '00', { fpx_fpxTxnId: txn_id })
    expect(await exceptionsOf(shop, attempt.id)).toMatchObject([{ state: 'resolved', resolution: 'settled' }])
  })

  test('of another transaction stays open when the order is paid, and is the family’s credit when booked', async () => {
    const { bill, attempt, id } = await at.mismatch()
    await shop.say(attempt, '00')
    expect(await exceptionsOf(shop, attempt.id)).toMatchObject([{ state: 'open' }])
    await at.resolve(id, { decision: 'booked' })
    expect(await at.creditOf(bill.payer_parent_id)).toBe(10_000)
    await shop.balanced()
  })
})

describe('money of a second debit', () => {
  test('is of the family of its order, and a code of another family is refused at its field', async () => {
    const { bill, attempt, id } = await at.mismatch()
    await shop.say(attempt, '00')
    const other = await shop.tenant.write((trx) => parent(trx))
    for (const family_code of [other.family_code, 'ZZZZZZZZ'])
      await expect(at.resolve(id, { decision: 'booked', family_code })).rejects.toMatchObject({
        code: 'payment_exception.other_family',
        field: 'family_code',
      })
    expect(await at.creditOf(bill.payer_parent_id)).toBe(0)
    const own = await shop.tenant.read((db) =>
      db
        .selectFrom('parent')
        .select('family_code')
        .where('id', '=', bill.payer_parent_id)
        .executeTakeFirstOrThrow(),
    )
    await at.resolve(id, { decision: 'booked', ...own })
    expect(await at.creditOf(bill.payer_parent_id)).toBe(10_000)
    expect(await at.creditOf(other.id)).toBe(0)
    await shop.balanced()
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
      await expect(at.resolve(row!.id, { decision: 'booked', family_code })).rejects.toMatchObject({
        code: 'payment_exception.family_code',
        field: 'family_code',
      })
    await at.resolve(row!.id, { decision: 'booked', family_code: heir.family_code })
    expect(await at.creditOf(heir.id)).toBe(attempt.amount_sen)
    await shop.balanced()
  })
})

describe('on the desk', () => {
  test('somebody takes it, writes notes and is found in the audit log', async () => {
    const { id } = await at.secondDebit()
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
    const { id } = await at.secondDebit()
    const elsewhere = tenantDesk({ ...everywhere, scope: 'branch', branch_ids: [crypto.randomUUID()] })
    await expect(
      at.resolve(id, { decision: 'wrong_alarm', words: 'Nothing to see here' }, 'supervisor', elsewhere),
    ).rejects.toMatchObject({ code: 'not_found.payment_exception' })
  })

  test('of two who decide at once the second finds it decided', async () => {
    const { id } = await at.secondDebit()
    const decided = await Promise.allSettled([
      at.resolve(id, { decision: 'booked' }),
      at.resolve(id, { decision: 'wrong_alarm', words: 'The bank says that it is one' }),
    ])
    const refused = decided.filter(({ status }) => status === 'rejected')
    expect(refused).toMatchObject([{ reason: { code: 'payment_exception.decided' } }])
  })

  test('what an organisation may not: change what was received, remove it, see a neighbour’s', async () => {
    const { id } = await at.secondDebit()
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
