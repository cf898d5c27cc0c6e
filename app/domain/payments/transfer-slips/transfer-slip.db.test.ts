import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Actor, everywhere, type RowScope, systemActor } from '#app/domain/core/actor.ts'
import { cancelPayment } from '#app/domain/payments/payments/cancel-payment.ts'
import { takeFamilyTransfer } from '#app/domain/payments/payments/record-payment.ts'
import { remindable } from '#app/domain/payments/reminders/schedule.ts'
import { branch, parent, paymentOption, student } from '#tests/support/database/factories.ts'
import { besides } from '#tests/support/database/locks.ts'
import { imbalance } from '#tests/support/database/money.ts'
import { invoice, transferSlip as slipRow } from '#tests/support/database/money-factories.ts'
import { freshTenant } from '#tests/support/database/tenant.ts'
import '#tests/support/product/matchers.ts'
import {
  filesOfOldSlips,
  rejectSlip,
  removeOldSlipFiles,
  reopenSlip,
  settleSlip,
  submitSlip,
  withdrawByCode,
  withdrawSlip,
} from './change-slip.ts'
import {
  matchingPayments,
  publicSlips,
  slipFile,
  slipWarnings,
  transferSlip,
  transferTerms,
} from './find-slips.ts'
import { no, openDesk, paper, said, today } from './test-support.ts'
import { retentionDays, slipForm } from './transfer-slip.ts'

describe('transfer slips', () => {
  let desk: Awaited<ReturnType<typeof openDesk>>
  beforeAll(async () => {
    desk = await openDesk()
  })

  describe('what a family shows', () => {
    test('waits, and pays nothing', async () => {
      const one = await desk.bill()
      const id = await desk.show(one.public_code)
      expect(await desk.slipOf(id)).toMatchObject({
        status: 'requested',
        invoice: one.number,
        requester: null,
      })
      expect(await desk.balanceOf(one)).toEqual({ status: 'unpaid', balance_sen: 12_000 })
      expect(await desk.tenant.read((db) => publicSlips(db, one.public_code))).toMatchObject([
        { id, status: 'requested' },
      ])
    })

    test('stands in for reminders while it waits, and no longer', async () => {
      const one = await desk.bill()
      const asked = () =>
        desk.tenant.read(async (db) => {
          const rows = await remindable(db, ['due'], today).select('invoice.id').execute()
          return rows.some(({ id }) => id === one.id)
        })
      expect(await asked()).toBe(true)
      const id = await desk.show(one.public_code)
      expect(await asked()).toBe(false)
      await desk.tenant.write((trx) => withdrawByCode(trx, systemActor, one.public_code, id))
      expect(await asked()).toBe(true)
    })

    test('is refused on a day that cannot be, of what is paid, twice the same paper, and where no transfer is taken', async () => {
      const one = await desk.bill()
      await expect(desk.show(one.public_code, { paid_on: '2026-02-11' })).toRefuse(
        'payment.date_future',
        'paid_on',
      )
      await expect(desk.show(one.public_code, { paid_on: '2025-02-09' })).toRefuse(
        'payment.date_too_old',
        'paid_on',
      )
      const same = paper()
      await desk.show(one.public_code, {}, same)
      const again = desk.show(one.public_code, {}, { ...same, storage_key: 'ab/again.pdf' })
      await expect(again).toRefuse('duplicate.transfer_slip', 'file')
      const over = await desk.bill({ status: 'cancelled' })
      await expect(desk.show(over.public_code)).toRefuse('invoice.not_payable')
      await expect(desk.show((await desk.bill({ status: 'draft' })).public_code)).toRefuse(
        'not_found.invoice',
      )
      const cash = await freshTenant()
      const there = await cash.write(async (trx) => {
        await trx
          .updateTable('payment_option')
          .set({ status: 'inactive' })
          .where('method', '=', 'bank_transfer')
          .execute()
        return invoice(trx, { branch_id: cash.branch.id })
      })
      const shownThere = cash.write((trx) =>
        submitSlip(trx, systemActor, there.public_code, said, paper(), today),
      )
      await expect(shownThere).toRefuse('transfer_slip.no_transfer')
    })

    test('names a reference that says something', () => {
      const file = new File(['x'], 'slip.pdf')
      const faults = (reference_no: string) =>
        slipForm
          .safeParse({ amount: '1', paid_on: today, reference_no, file })
          .error?.issues.map(({ message }) => message)
      expect(faults('MBB-1')).toBeUndefined()
      expect(faults('---')).toEqual(['transfer_slip.reference'])
    })
  })

  describe('the office', () => {
    test('books the money once, whoever else says yes at the same moment', async () => {
      const one = await desk.bill()
      const id = await desk.show(one.public_code)
      const ends = await Promise.allSettled([desk.confirm(id), desk.confirm(id, {}, desk.admin)])
      expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
      const slip = await desk.slipOf(id)
      expect(slip).toMatchObject({ status: 'confirmed', payment: expect.stringMatching(/^RCP/) })
      expect(await desk.balanceOf(one)).toEqual({ status: 'paid', balance_sen: 0 })
      const payments = await desk.tenant.read((db) =>
        db.selectFrom('payment').selectAll().where('reference_no', '=', slip.reference_no).execute(),
      )
      expect(payments).toMatchObject([{ method: 'bank_transfer', amount_sen: 12_000, paid_on: '2026-02-05' }])
      await expect(desk.confirm(id)).toRefuse('transfer_slip.decided')
      expect(await desk.tenant.read(imbalance)).toEqual({})
    })

    test('waits for who is just booking the same transfer, and then sees that it is booked', async () => {
      const one = await desk.bill({}, 24_000)
      const id = await desk.show(one.public_code, { reference_no: 'MBB 881-204' })
      const transfer = { amount: 11_000, paid_on: '2026-02-05', reference_no: 'MBB 881-204' }
      const rules = { scope: everywhere, today, backdate_days: 30 }
      const confirmed = await besides(
        desk.tenant,
        (held) =>
          desk.tenant.write(async (trx) => {
            await takeFamilyTransfer(trx, desk.admin, one.payer_parent_id, transfer, { first: [] }, rules)
            await held()
          }),
        () => desk.confirm(id),
      )
      expect(confirmed).toMatchObject({ status: 'rejected', reason: { code: 'transfer_slip.posted' } })
      expect(await desk.balanceOf(one)).toEqual({ status: 'unpaid', balance_sen: 13_000 })
    })

    test('books as its bank says: a part, or more, which pays other invoices and then is credit', async () => {
      const family = await desk.tenant.write((trx) => student(trx, { branch_id: desk.tenant.branch.id }))
      const of = { student_id: family.id, payer_parent_id: family.payer!.id }
      const [older, one] = [await desk.bill({ ...of, due_on: '2026-02-01' }), await desk.bill(of)]
      await desk.confirm(await desk.show(one.public_code), { amount: 5_000 })
      expect((await desk.balanceOf(one)).balance_sen).toBe(7_000)
      const { posted } = await desk.confirm(await desk.show(one.public_code, { paid_on: '2026-02-09' }), {
        amount: 20_000,
      })
      expect([(await desk.balanceOf(one)).balance_sen, (await desk.balanceOf(older)).balance_sen]).toEqual([
        0, 0,
      ])
      expect(posted.credit_sen).toBe(1_000)
      expect(await desk.tenant.read(imbalance)).toEqual({})
    })

    test('keeps all of it as credit when everything is paid by then', async () => {
      const one = await desk.bill()
      const [first, second] = [
        await desk.show(one.public_code),
        await desk.show(one.public_code, { paid_on: '2026-02-09' }),
      ]
      await desk.confirm(first)
      const { posted } = await desk.confirm(second)
      expect(posted.credit_sen).toBe(12_000)
      expect(await desk.tenant.read(imbalance)).toEqual({})
    })

    test('says no with a reason, of which the family is told; another slip may follow', async () => {
      const one = await desk.bill()
      const same = paper()
      const id = await desk.show(one.public_code, {}, same)
      await desk.tenant.write((trx) => rejectSlip(trx, desk.clerk, everywhere, id, no))
      expect(await desk.slipOf(id)).toMatchObject({ status: 'rejected', ...no })
      await expect(desk.tenant).toHaveEnqueued('transfer_slip.send', { transfer_slip_id: id })
      await desk.confirm(await desk.show(one.public_code, {}, { ...same, storage_key: 'ab/second.pdf' }))
      expect((await desk.balanceOf(one)).status).toBe('paid')
    })

    test('is not who handed it in, nor of the family; and sees no slip of another branch', async () => {
      const own = await desk.show((await desk.bill()).public_code, {}, paper(), desk.clerk)
      await expect(desk.confirm(own)).toRefuse('four_eyes.own_request')
      await desk.confirm(own, {}, desk.admin)
      const payer = await desk.tenant.write((trx) => parent(trx, { user_id: desk.clerk.id }))
      const child = await desk.tenant.write((trx) =>
        student(trx, { branch_id: desk.tenant.branch.id }, { payer }),
      )
      const theirs = await desk.show(
        (await desk.bill({ student_id: child.id, payer_parent_id: payer.id })).public_code,
      )
      await expect(desk.confirm(theirs)).toRefuse('four_eyes.own_family')
      const far = await desk.tenant.write((trx) => branch(trx))
      const away = await desk.show((await desk.bill({ branch_id: far.id })).public_code)
      const here: RowScope = { ...everywhere, scope: 'branch', branch_ids: [desk.tenant.branch.id] }
      await expect(desk.confirm(away, {}, desk.clerk, here)).toRefuse('not_found.transfer_slip')
      await expect(desk.tenant.read((db) => slipFile(db, here, away))).toRefuse('not_found.document')
    })

    test('asks why of a transfer before its invoice', async () => {
      const id = await desk.show((await desk.bill()).public_code, { paid_on: '2026-01-20' })
      await expect(desk.confirm(id)).toRefuse('payment.before_issue', 'early_reason')
      await desk.confirm(id, { early_reason: 'Dibayar sebelum invois dibuat' })
    })
  })

  describe('what was booked meanwhile', () => {
    const brought = (payer_parent_id: string, given: object) =>
      desk.tenant.write((trx) =>
        takeFamilyTransfer(
          trx,
          systemActor,
          payer_parent_id,
          { amount: 12_000, paid_on: '2026-02-06', reference_no: 'x', ...given },
          {},
          { scope: everywhere, today, backdate_days: 365 },
        ),
      )

    test('by its reference, however the bank writes it, is shown and never booked again', async () => {
      const one = await desk.bill()
      const id = await desk.show(one.public_code, { reference_no: 'MBB 880-412' })
      const { number, payment_id } = await brought(one.payer_parent_id, {
        reference_no: 'DUITNOW mbb880412 YURAN',
      })
      const twins = await desk.tenant.read(async (db) =>
        matchingPayments(db, await transferSlip(db, everywhere, id)),
      )
      expect(twins).toMatchObject([{ number, certain: true }])
      await expect(desk.confirm(id, { confirmed: 'on' })).toRefuse('transfer_slip.posted', 'reference_no')
      const other = await desk.bill()
      const alien = await brought(other.payer_parent_id, {})
      const wrong = desk.tenant.write((trx) => settleSlip(trx, desk.clerk, everywhere, id, alien.payment_id))
      await expect(wrong).toRefuse('not_found.payment')
      await desk.tenant.write((trx) => settleSlip(trx, desk.clerk, everywhere, id, payment_id))
      expect(await desk.slipOf(id)).toMatchObject({ status: 'confirmed', payment: number })
      expect(await desk.tenant.read(imbalance)).toEqual({})
    })

    test('that was cancelled is none: the slip is confirmed without a word', async () => {
      const one = await desk.bill()
      const id = await desk.show(one.public_code, { reference_no: 'MBB 880-413' })
      const { payment_id } = await brought(one.payer_parent_id, { reference_no: 'MBB 880-413' })
      const how = { reason: 'Resit keluarga lain', today, version: null }
      await desk.tenant.write((trx) => cancelPayment(trx, desk.admin, everywhere, payment_id, how))
      const { posted } = await desk.confirm(id)
      expect(posted.payment_id).not.toBe(payment_id)
      expect((await desk.balanceOf(one)).status).toBe('paid')
      expect(await desk.tenant.read(imbalance)).toEqual({})
    })

    test('by amount and day is asked about, and is another transfer when somebody says so', async () => {
      const one = await desk.bill({}, 30_000)
      const id = await desk.show(one.public_code)
      await brought(one.payer_parent_id, { reference_no: 'BAYARAN' })
      await expect(desk.confirm(id)).toRefuse('transfer_slip.alike', 'confirmed')
      await desk.confirm(id, { confirmed: 'on' })
      expect((await desk.balanceOf(one)).balance_sen).toBe(6_000)
    })
  })

  test('the same reference or paper elsewhere is a sign, named only as far as one may see', async () => {
    const far = await desk.tenant.write((trx) => branch(trx))
    const [one, there] = [await desk.bill(), await desk.bill({ branch_id: far.id })]
    const same = paper()
    const id = await desk.show(one.public_code, { reference_no: 'RHB-55 66' }, same)
    await desk.show(there.public_code, { reference_no: 'rhb5566' }, { ...same, storage_key: 'ab/there.pdf' })
    await desk.tenant.write((trx) =>
      slipRow(trx, { invoice_id: one.id, reference_no: 'RHB 55-66', status: 'rejected' }),
    )
    const here: RowScope = { ...everywhere, scope: 'branch', branch_ids: [desk.tenant.branch.id] }
    const signs = (scope: RowScope) =>
      desk.tenant.read(async (db) => slipWarnings(db, scope, await transferSlip(db, everywhere, id)))
    expect((await signs(everywhere)).map(({ kind, number }) => [kind, number])).toEqual([
      ['reference', expect.anything()],
      ['reference', expect.anything()],
      ['picture', there.number],
    ])
    const seen = await signs(here)
    expect(seen.filter(({ number }) => number === null)).toHaveLength(2)
    expect(seen.find(({ number }) => number !== null)).toMatchObject({
      kind: 'reference',
      number: one.number,
    })
  })

  describe('who takes one back', () => {
    test('has the code of its invoice, or handed it in; while it waits', async () => {
      const [one, other] = [await desk.bill(), await desk.bill()]
      const id = await desk.show(one.public_code)
      const back = (code: string) => desk.tenant.write((trx) => withdrawByCode(trx, systemActor, code, id))
      await expect(back(other.public_code)).toRefuse('not_found.transfer_slip')
      await back(one.public_code)
      await expect(back(one.public_code)).toRefuse('transfer_slip.decided')
      const mine = await desk.show(one.public_code, {}, paper(), desk.clerk)
      const by = (actor: Actor) => desk.tenant.write((trx) => withdrawSlip(trx, actor, everywhere, mine))
      await expect(by(desk.admin)).toRefuse('transfer_slip.not_yours')
      await by(desk.clerk)
      expect(await desk.slipOf(mine)).toMatchObject({ status: 'withdrawn' })
    })
  })
})

describe('a slip that was decided by mistake', () => {
  let desk: Awaited<ReturnType<typeof openDesk>>
  beforeAll(async () => {
    desk = await openDesk()
  })
  const reopen = (id: string, actor = desk.clerk) =>
    desk.tenant.write((trx) => reopenSlip(trx, actor, everywhere, id))

  test('is open again after it was rejected, and is decided once more', async () => {
    const id = await desk.show((await desk.bill()).public_code)
    await expect(reopen(id)).toRefuse('transfer_slip.decided')
    await desk.tenant.write((trx) => rejectSlip(trx, desk.clerk, everywhere, id, no))
    await reopen(id)
    expect(await desk.slipOf(id)).toMatchObject({ status: 'requested', decided_at: null })
    await desk.confirm(id)
    expect(await desk.slipOf(id)).toMatchObject({ status: 'confirmed' })
  })

  test('leads to its payment while that is valid, and is open again once it is cancelled', async () => {
    const id = await desk.show((await desk.bill()).public_code)
    await desk.confirm(id)
    const { payment_id } = await desk.slipOf(id)
    await expect(reopen(id)).rejects.toMatchObject({
      ...{ code: 'transfer_slip.recorded', blockers: [{ to: 'payment_cancel', id: payment_id }] },
    })
    await desk.tenant.write((trx) =>
      cancelPayment(trx, desk.admin, everywhere, payment_id!, {
        ...{ reason: 'Slip keluarga lain yang disahkan', today, version: null },
      }),
    )
    await reopen(id)
    expect(await desk.slipOf(id)).toMatchObject({ status: 'requested', payment_id: null })
  })

  test('is not opened again by who submitted it, after it was withdrawn, nor without its file', async () => {
    const { public_code } = await desk.bill()
    const mine = await desk.show(public_code, {}, paper(), desk.clerk)
    await desk.tenant.write((trx) => rejectSlip(trx, desk.admin, everywhere, mine, no))
    await expect(reopen(mine)).toRefuse('four_eyes.own_request')
    await reopen(mine, desk.admin)
    await desk.tenant.write((trx) => withdrawSlip(trx, desk.clerk, everywhere, mine))
    await expect(reopen(mine, desk.admin)).toRefuse('transfer_slip.decided')
    const bare = await desk.show(public_code)
    await desk.tenant.write((trx) => rejectSlip(trx, desk.clerk, everywhere, bare, no))
    await desk.tenant.write((trx) =>
      trx.updateTable('transfer_slip').set({ file_id: null }).where('id', '=', bare).execute(),
    )
    await expect(reopen(bare)).toRefuse('action_not_allowed')
    expect(await desk.slipOf(bare)).toMatchObject({ status: 'rejected' })
  })

  test('is opened and decided by several at one moment, and paid once', async () => {
    const bill = await desk.bill()
    const id = await desk.show(bill.public_code)
    await desk.tenant.write((trx) => rejectSlip(trx, desk.clerk, everywhere, id, no))
    const opened = await Promise.allSettled(Array.from({ length: 4 }, () => reopen(id)))
    expect(opened.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const decided = await Promise.allSettled([
      ...[desk.confirm(id), desk.confirm(id)],
      desk.tenant.write((trx) => rejectSlip(trx, desk.admin, everywhere, id, no)),
    ])
    expect(decided.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const { count } = await desk.tenant.read((db) =>
      db
        .selectFrom('payment_allocation')
        .select(sql<number>`count(*)::int`.as('count'))
        .where('invoice_id', '=', bill.id)
        .executeTakeFirstOrThrow(),
    )
    expect(count).toBe((await desk.slipOf(id)).status === 'confirmed' ? 1 : 0)
    expect(await desk.tenant.read(imbalance)).toEqual({})
  })

  test('stays as it is where the family has sent its file again', async () => {
    const { public_code } = await desk.bill()
    const file = paper()
    const id = await desk.show(public_code, {}, file)
    await desk.tenant.write((trx) => rejectSlip(trx, desk.clerk, everywhere, id, no))
    const again = await desk.show(public_code, {}, file)
    await expect(reopen(id)).rejects.toMatchObject({
      ...{ code: 'duplicate.transfer_slip', blockers: [{ to: 'transfer_slip', id: again }] },
    })
    expect(await desk.slipOf(id)).toMatchObject({ status: 'rejected' })
  })
})

describe('retention of papers', () => {
  let desk: Awaited<ReturnType<typeof openDesk>>
  beforeAll(async () => {
    desk = await openDesk()
  })

  test('the paper of what was not confirmed goes after half a year; what was said stays', async () => {
    const one = await desk.bill()
    const old = new Date(Date.now() - 181 * 86_400_000)
    const ids = {
      no: await desk.show(one.public_code),
      fresh: await desk.show(one.public_code),
      yes: await desk.show(one.public_code),
    }
    await desk.confirm(ids.yes)
    for (const id of [ids.no, ids.fresh])
      await desk.tenant.write((trx) => rejectSlip(trx, desk.clerk, everywhere, id, no))
    for (const id of [ids.no, ids.yes])
      await desk.tenant.write((trx) =>
        trx.updateTable('transfer_slip').set({ decided_at: old }).where('id', '=', id).execute(),
      )
    const papers = await desk.tenant.read(filesOfOldSlips)
    expect(papers.map(({ id }) => id)).toEqual([ids.no])
    expect(await desk.tenant.write((trx) => removeOldSlipFiles(trx, papers))).toBe(1)
    expect(await desk.slipOf(ids.no)).toMatchObject({
      status: 'rejected',
      content_type: null,
      amount_sen: 12_000,
    })
    expect(await desk.slipOf(ids.yes)).toMatchObject({ content_type: 'application/pdf' })
    expect(await desk.tenant.read(filesOfOldSlips)).toEqual([])
  })

  test('a slip whose paper is about to go is not opened again, nor then without it', async () => {
    const id = await desk.show((await desk.bill()).public_code)
    await desk.tenant.write((trx) => rejectSlip(trx, desk.clerk, everywhere, id, no))
    const reopen = () => desk.tenant.write((trx) => reopenSlip(trx, desk.clerk, everywhere, id))
    const decidedBefore = (days: number) =>
      desk.tenant.write((trx) =>
        trx
          .updateTable('transfer_slip')
          .set({ decided_at: sql<Date>`now() - make_interval(days => ${days}, mins => 1)` })
          .where('id', '=', id)
          .execute(),
      )
    await decidedBefore(retentionDays)
    const papers = await desk.tenant.read(filesOfOldSlips)
    expect(papers.map((paper) => paper.id)).toContain(id)
    await expect(reopen()).toRefuse('action_not_allowed')
    await decidedBefore(retentionDays - 1)
    await reopen()
    expect(await desk.slipOf(id)).toMatchObject({ status: 'requested', content_type: 'application/pdf' })
  })

  test('an option that wants the slip is among the ways of the invoice', async () => {
    await desk.tenant.write((trx) =>
      paymentOption(trx, {
        ...{ method: 'bank_transfer', needs_slip: true, name: 'Maybank' },
        instructions: 'Maybank 5140 1234 5678, Tadika Contoh',
      }),
    )
    const one = await desk.bill()
    await desk.show(one.public_code)
    const terms = await desk.tenant.read((db) => transferTerms(db, one.public_code))
    // The option of the start names no account: nobody could pay by it.
    expect(terms.ways).toMatchObject([{ name: 'Maybank', needs_slip: true }])
    expect(terms).toMatchObject({
      shown: 1,
      waiting: { amount_sen: 12_000 },
      family_code: expect.any(String),
    })
  })
})
