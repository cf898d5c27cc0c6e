import { describe, expect, test } from 'vitest'
import { everywhere } from '#app/domain/core/actor.ts'
import { lockAttempt } from '#app/domain/payments/attempts/locked-attempt.ts'
import { newTxn, openShop } from '#app/domain/payments/attempts/test-support.ts'
import { withPlatform } from '#db/with-tenant.ts'
import { remindOfExceptions } from '#jobs/handlers/payments.ts'
import { codeOf } from '#tests/support/database/as-role.ts'
import { parent } from '#tests/support/database/factories.ts'
import { waitForLocked } from '#tests/support/database/locks.ts'
import { jobTools } from '#tests/support/jobs/job-tools.ts'
import { assignException, assignUnattended, noteException, takeException } from './change-exception.ts'
import { staffException, tenantDesk } from './find-exceptions.ts'
import { remindAll, settleExceptions } from './raise-exception.ts'
import { desk, exceptionsOf, openDesk, openDeskOnce } from './test-support.ts'

const { at, shop } = openDeskOnce()

describe('a mismatch', () => {
  test('stores the id, the code, and the expected and received values', async () => {
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

  test('is posted with exactly the received amount, for its invoice', async () => {
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

  test('about another seller’s money, or without an id, cannot be posted here', async () => {
    for (const given of [{ fpx_sellerId: 'SE99999999' }, { fpx_fpxTxnId: '' }, { fpx_txnCurrency: 'USD' }]) {
      const { id, attempt } = await at.mismatch(given)
      await expect(at.resolve(id, { decision: 'booked' })).rejects.toMatchObject({
        code: 'payment_exception.not_bookable',
      })
      expect(await shop.paymentOf(attempt.id)).toEqual([])
    }
  })

  test('that was a false alarm unlocks its invoice, and money that still comes is a late payment', async () => {
    const { bill, attempt, id } = await at.mismatch()
    await at.resolve(id, { decision: 'wrong_alarm', words: 'Bank confirmed that nothing was debited' })
    expect(await shop.invoiceNow(bill.id)).toMatchObject({ status: 'unpaid', locked_by_attempt_id: null })
    expect(await shop.attempt(attempt.public_code)).toMatchObject({ state: 'failed', review_reason: null })
    expect(await shop.say(attempt, '00')).toMatchObject({ state: 'paid', effect: 'post' })
    await shop.balanced()
  })

  test('is settled automatically when FPX confirms the same transaction as requested', async () => {
    const { attempt, txn_id } = await at.mismatch()
    await shop.say(attempt, '00', { fpx_fpxTxnId: txn_id })
    expect(await exceptionsOf(shop, attempt.id)).toMatchObject([{ state: 'resolved', resolution: 'settled' }])
  })

  test('about another transaction stays open when the order is paid, and becomes credit when posted', async () => {
    const { bill, attempt, id } = await at.mismatch()
    await shop.say(attempt, '00')
    expect(await exceptionsOf(shop, attempt.id)).toMatchObject([{ state: 'open' }])
    await at.resolve(id, { decision: 'booked' })
    expect(await at.creditOf(bill.payer_parent_id)).toBe(10_000)
    await shop.balanced()
  })
})

describe('money of a second debit', () => {
  test('belongs to the family of its order, and a code of another family is refused at its field', async () => {
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

  test('of a family that has left goes to the family whose code is typed, and needs one', async () => {
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

describe('an open exception', () => {
  test('has an owner and notes, which are in the audit log', async () => {
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

  test('an organisation can neither change nor remove what was received, nor see that of another', async () => {
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

describe('settling one does not touch', () => {
  /** What settling one exception must leave alone: money of others, other exceptions, what a person decided. */

  const wrongAlarm = { decision: 'wrong_alarm' as const, words: 'Bank confirmed that nothing was debited' }

  test('a transaction that pays an order of another organisation, which cannot be posted here', async () => {
    const { attempt, txn_id, id } = await at.mismatch()
    const neighbour = (await openDesk()).shop
    const bill = await neighbour.bill()
    const theirs = await neighbour.start([bill.public_code])
    await neighbour.say(theirs, '00', { fpx_fpxTxnId: txn_id })
    expect(await neighbour.paymentOf(theirs.id)).toHaveLength(1)
    await expect(at.resolve(id, { decision: 'booked' })).rejects.toMatchObject({
      code: 'payment_exception.claimed',
      field: 'decision',
    })
    expect(await shop.paymentOf(attempt.id)).toEqual([])
    expect(await exceptionsOf(shop, attempt.id)).toMatchObject([{ state: 'open' }])
  })

  test('a fee, when the money is less than the fee', async () => {
    const { attempt, id } = await at.mismatch({ fpx_txnAmount: '0.50' })
    await at.resolve(id, { decision: 'booked' })
    expect(await shop.paymentOf(attempt.id)).toMatchObject([{ amount_sen: 50, payer_fee_sen: 0 }])
    await shop.balanced()
  })

  test('an order with two exceptions, which stays in review until both are settled', async () => {
    const { bill, attempt, id } = await at.mismatch()
    await shop.say(attempt, '00', { fpx_fpxTxnId: newTxn(), fpx_txnAmount: '90.00' })
    const both = await exceptionsOf(shop, attempt.id)
    expect(both).toHaveLength(2)
    await at.resolve(id, wrongAlarm)
    expect(await shop.attempt(attempt.public_code)).toMatchObject({ state: 'needs_review' })
    expect(await shop.invoiceNow(bill.id)).toMatchObject({ locked_by_attempt_id: attempt.id })
    await at.resolve(both.find((one) => one.id !== id)!.id, wrongAlarm)
    expect(await shop.attempt(attempt.public_code)).toMatchObject({ state: 'failed', review_reason: null })
    expect(await shop.invoiceNow(bill.id)).toMatchObject({ locked_by_attempt_id: null })
  })

  test('what a person has decided, whatever FPX says later', async () => {
    const { attempt, txn_id, id } = await at.mismatch()
    await at.resolve(id, wrongAlarm)
    const [decided] = await exceptionsOf(shop, attempt.id)
    expect(await shop.say(attempt, '00', { fpx_fpxTxnId: txn_id })).toMatchObject({ state: 'paid' })
    expect(await exceptionsOf(shop, attempt.id)).toEqual([decided])
    await shop.balanced()
  })
})

describe('two messages about one transaction', () => {
  async function started() {
    const bill = await shop.bill()
    return shop.start([bill.public_code])
  }

  const otherAmount = { fpx_txnAmount: '100.00' }

  test('a mismatch about a posted transaction can be neither posted again nor returned', async () => {
    const attempt = await started()
    const txn_id = newTxn()
    await shop.say(attempt, '00', { fpx_fpxTxnId: txn_id })
    await shop.say(attempt, '00', { fpx_fpxTxnId: txn_id, ...otherAmount })
    const [row] = await exceptionsOf(shop, attempt.id)
    expect(row).toMatchObject({ kind: 'mismatch', state: 'open', transaction_id: txn_id })
    const wentBack = { decision: 'refunded' as const, refunded_on: '2026-02-01', reference: 'MBB-77120' }
    for (const decision of [{ decision: 'booked' as const }, wentBack])
      await expect(at.resolve(row!.id, decision)).rejects.toMatchObject({
        code: 'payment_exception.claimed',
      })
    expect(await shop.paymentOf(attempt.id)).toHaveLength(1)
    await shop.balanced()
  })

  test('a mismatch is settled when FPX confirms its transaction as a second debit', async () => {
    const attempt = await started()
    const txn_id = newTxn()
    await shop.say(attempt, '00', { fpx_fpxTxnId: txn_id, ...otherAmount })
    await shop.say(attempt, '00')
    await shop.say(attempt, '00', { fpx_fpxTxnId: txn_id })
    const rows = await exceptionsOf(shop, attempt.id)
    const second = (await shop.payments()).find((row) => row.second_debit_of === attempt.id)!
    expect(rows).toMatchObject([
      { kind: 'mismatch', state: 'resolved', resolution: 'settled', payment_id: second.id },
      { kind: 'second_debit', state: 'open', payment_id: second.id },
    ])
    await shop.balanced()
  })

  test('settling waits for a message about the same attempt, without a deadlock', async () => {
    const attempt = await started()
    const txn_id = newTxn()
    await shop.say(attempt, '00', { fpx_fpxTxnId: txn_id, ...otherAmount })
    await shop.say(attempt, '00')
    const [payment] = await shop.paymentOf(attempt.id)
    const [row] = await exceptionsOf(shop, attempt.id)
    let settling: Promise<unknown> | undefined
    await shop.tenant.write(async (trx) => {
      await lockAttempt(trx, attempt.id)
      settling = at.resolve(row!.id, { decision: 'booked' }).catch((error) => error)
      // By then it has locked what it locks first.
      await waitForLocked(shop.tenant, 1)
      await settleExceptions(trx, attempt, {
        transaction_id: txn_id,
        payment_id: payment!.id,
        second: false,
      })
    })
    expect(await settling).toMatchObject({ code: 'payment_exception.decided' })
  })
})

describe('the owner of an exception', () => {
  async function handOver(id: string, owner_id: string, version = 1, on = desk) {
    const admin = await shop.tenant.actor('admin')
    return shop.tenant.write((trx) => assignException(trx, admin, on, id, { owner_id, version }))
  }

  const age = (id: string, days: number, set: { kind?: string } = {}) =>
    withPlatform(shop.tenant.database.pool, (trx) =>
      trx
        .updateTable('platform.payment_exception')
        .set({ raised_at: new Date(Date.now() - days * 86_400_000), ...set })
        .where('id', '=', id)
        .execute(),
    )

  async function now(attempt_id: string) {
    const [row] = await exceptionsOf(shop, attempt_id)
    return row!
  }

  const mailsTo = async (user_id: string) => {
    const rows = await withPlatform(shop.tenant.database.pool, (trx) =>
      trx.selectFrom('platform.outbox').select('payload').where('name', '=', 'exception.mail').execute(),
    )
    return rows
      .map(({ payload }) => payload as { user_id: string; exception_id: string | null })
      .filter((payload) => payload.user_id === user_id)
      .map(({ exception_id }) => exception_id)
  }

  test('is handed to a colleague who may settle it, who is told; the log says from whom to whom', async () => {
    const { attempt, id } = await at.mismatch()
    const supervisor = await shop.tenant.actor('supervisor')
    expect(await handOver(id, supervisor.id)).toEqual({ order_no: attempt.order_no, owner: supervisor.name })
    expect(await now(attempt.id)).toMatchObject({
      owner_id: supervisor.id,
      owner: supervisor.name,
      version: 2,
    })
    expect(await mailsTo(supervisor.id)).toContain(id)
    const logged = await shop.tenant.read((db) =>
      db.selectFrom('audit_log').select(['action', 'after']).where('object_id', '=', id).execute(),
    )
    expect(logged).toMatchObject([
      { action: 'payment_exception.handed_over', after: { owner: supervisor.name } },
    ])
  })

  test('is not handed to who may not settle it, to nobody, from another branch, when it has changed or is settled', async () => {
    const { id } = await at.mismatch()
    const none = { code: 'payment_exception.no_settler', field: 'owner_id' }
    const [clerk, parent, owner] = await Promise.all(
      (['clerk', 'parent', 'superadmin'] as const).map((role) => shop.tenant.actor(role)),
    )
    for (const stranger of [clerk!.id, parent!.id, id])
      await expect(handOver(id, stranger)).rejects.toMatchObject(none)
    await expect(handOver(id, owner!.id, 7)).rejects.toMatchObject({ code: 'version_conflict' })
    const elsewhere = tenantDesk({ scope: 'branch', user_id: '', branch_ids: [id], parent_id: null })
    await expect(handOver(id, owner!.id, 1, elsewhere)).rejects.toMatchObject({
      code: 'not_found.payment_exception',
    })
    await at.resolve(id, { decision: 'wrong_alarm', words: 'Bank mengesahkan tiada debit' })
    await expect(handOver(id, owner!.id)).rejects.toMatchObject({ code: 'payment_exception.decided' })
  })

  test('none is older than a week without an owner: the organisation’s own gets it the morning before, once', async () => {
    const owner = await shop.tenant.actor('superadmin')
    const [young, week] = [await at.mismatch(), await at.mismatch()]
    const [answered, late] = [await at.mismatch(), await at.mismatch()]
    await age(young.id, 5.9)
    await age(week.id, 6.1)
    // These had been waited for before they came to the desk.
    await age(answered.id, 3.1, { kind: 'no_answer' })
    await age(late.id, 0.1, { kind: 'approval_late' })
    const tools = jobTools(shop.tenant, 'exception.remind')
    await remindOfExceptions({}, tools)
    expect(await now(young.attempt.id)).toMatchObject({ owner_id: null })
    for (const { attempt } of [week, answered, late])
      expect(await now(attempt.id)).toMatchObject({ owner_id: owner.id, owner: owner.name })
    const told = await mailsTo(owner.id)
    for (const { id } of [week, answered, late]) expect(told.filter((one) => one === id)).toHaveLength(2)
    // And one mail about all that are theirs, however often the job is run.
    await remindOfExceptions({}, tools)
    expect((await mailsTo(owner.id)).filter((one) => one === null)).toHaveLength(1)
    expect(await shop.tenant.write((trx) => assignUnattended(trx))).toBe(0)
    expect(await withPlatform(shop.tenant.database.pool, (trx) => remindAll(trx, tools.job))).toBe(1)
  })
})
