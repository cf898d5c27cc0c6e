import { beforeAll, expect, test } from 'vitest'
import { closeSubject } from '#app/domain/catalogue/subjects/close-subject.ts'
import { type Actor, everywhere } from '#app/domain/core/actor.ts'
import {
  endEnrolment,
  enrol,
  pauseEnrolment,
  resumeEnrolment,
} from '#app/domain/people/enrolments/change-enrolment.ts'
import { aClass, billMonth, child } from '#tests/support/billing/cases.ts'
import { discount, type Trx } from '#tests/support/database/factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { amountNow } from './billed-days.ts'
import { approveNote, rejectNote, requestCreditNote, requestWriteOff } from './change-credit-note.ts'
import { giveEarlyDiscount } from './early-discount.ts'
import { proposeAfterRefusal, proposeDifference, proposeForClass } from './propose-difference.ts'

const today = '2026-03-20'
const reason = 'Keluar sebelum tamat tempoh'
const change = { words: { reason, charge: 'hari tambahan' }, today }

let tenant: Tenant
let clerk: Actor
beforeAll(async () => {
  tenant = await freshTenant()
  clerk = await tenant.actor('clerk')
})

const propose = async (trx: Trx, ...ids: string[]) =>
  (await proposeDifference(trx, clerk, ids, change)).credits
const proposeAgain = async (trx: Trx, id: string) =>
  (await proposeDifference(trx, clerk, [id], change)).charges

/** A child in a class of RM60.00 a month, whose March was billed in full. */
async function billed(trx: Trx, proration: 'by_day' | 'none' = 'by_day') {
  const { subject_id } = await aClass(trx, { proration, amount_sen: 6_000 })
  return billedIn(trx, subject_id, 'A')
}

async function billedIn(trx: Trx, subject_id: string, name: string) {
  const pupil = await child(trx, name, null, subject_id)
  const id = (await billMonth(trx, clerk, pupil.id, '2026-03-01'))!
  const seat = await trx
    .selectFrom('enrolment')
    .selectAll()
    .where('student_id', '=', pupil.id)
    .executeTakeFirstOrThrow()
  return { id, seat, subject_id, pupil }
}

const notesOf = (trx: Trx, invoice_id: string) =>
  trx
    .selectFrom('credit_note')
    .select(['id', 'status', 'total_sen'])
    .where('invoice_id', '=', invoice_id)
    .execute()

const end = (trx: Trx, { id, version }: { id: string; version: number }, ends_on: string) =>
  endEnrolment(trx, clerk, everywhere, id, { ends_on, reason, version }, today)

test('who leaves in a month that was billed is owed the other days, as soon as a colleague approves', async () => {
  await tenant.write(async (trx) => {
    const { id, seat } = await billed(trx)
    await end(trx, seat, today)
    expect(await propose(trx, seat.id)).toBe(1)
    // 20 of 31 days of RM60.00 are RM38.71.
    const [note] = await notesOf(trx, id)
    expect(note).toMatchObject({ status: 'requested', total_sen: 6_000 - 3_871 })
    const owed = () => trx.selectFrom('invoice').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    expect(await owed()).toMatchObject({ credited_sen: 0 })
    // What waits already is not proposed again.
    expect(await propose(trx, seat.id)).toBe(0)
    await approveNote(trx, await tenant.actor('admin'), everywhere, note!.id, today)
    expect(await owed()).toMatchObject({ credited_sen: 6_000 - 3_871 })
    expect(await propose(trx, seat.id)).toBe(0)
  })
})

test('who never came is owed all of it; who stays, or is billed by whole months, nothing', async () => {
  await tenant.write(async (trx) => {
    const [never, later, whole] = [await billed(trx), await billed(trx), await billed(trx, 'none')]
    await end(trx, never.seat, '2026-01-04')
    await end(trx, later.seat, '2026-04-15')
    await end(trx, whole.seat, today)
    const ids = [never, later, whole].map(({ seat }) => seat.id)
    expect(await propose(trx, ...ids)).toBe(1)
    expect(await notesOf(trx, never.id)).toMatchObject([{ total_sen: 6_000 }])
  })
})

test('a pause within a billed month is owed, too', async () => {
  await tenant.write(async (trx) => {
    const { id, seat } = await billed(trx)
    const pause = { paused_from: '2026-03-22', paused_to: '2026-03-26', reason, version: seat.version }
    await pauseEnrolment(trx, clerk, everywhere, seat.id, pause, today)
    expect(await propose(trx, seat.id)).toBe(1)
    expect(await notesOf(trx, id)).toMatchObject([{ total_sen: 6_000 - 5_032 }])
  })
})

test('a discount is owed back in proportion, and a price that was written by hand is never raised', () => {
  const line = {
    ...{
      unit_sen: 6_000,
      price_sen: 6_000,
      planned_sen: 6_000,
      quantity_hundredths: 100,
      is_over: false,
      of: 31,
    },
  }
  expect(amountNow({ ...line, discount_sen: 600, amount_sen: 5_400, counted: 20 })).toBe(3_871 - 387)
  const byHand = { price_sen: 968, discount_sen: 0, amount_sen: 968 }
  expect(amountNow({ ...line, ...byHand, counted: 20 })).toBe(968)
  expect(amountNow({ ...line, ...byHand, planned_sen: 968, counted: 20 })).toBe(3_871)
  expect(amountNow({ ...line, discount_sen: 0, amount_sen: 6_000, counted: null })).toBe(6_000)
  expect(amountNow({ ...line, discount_sen: 0, amount_sen: 6_000, counted: null, is_over: true })).toBe(0)
})

test('what was written off is not owed again', async () => {
  await tenant.write(async (trx) => {
    const admin = await tenant.actor('admin')
    const [whole, part] = [await billed(trx), await billed(trx)]
    await trx.updateTable('invoice').set({ paid_sen: 5_000 }).where('id', '=', part.id).execute()
    for (const { id, seat } of [whole, part]) {
      const { version } = await trx
        .selectFrom('invoice')
        .select('version')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      const off = await requestWriteOff(trx, clerk, everywhere, id, { reason, version })
      await approveNote(trx, admin, everywhere, off.id, today)
      await end(trx, seat, today)
    }
    expect(await propose(trx, whole.seat.id)).toBe(0)
    // RM50.00 were paid for what now costs RM38.71.
    expect(await propose(trx, part.seat.id)).toBe(1)
    expect(await notesOf(trx, part.id)).toContainEqual(
      expect.objectContaining({ status: 'requested', total_sen: 5_000 - 3_871 }),
    )
  })
})

const versionOf = (trx: Trx, id: string) =>
  trx.selectFrom('invoice').select('version').where('id', '=', id).executeTakeFirstOrThrow()

/** Asked for by hand, on the only line of an invoice. */
async function ask(trx: Trx, id: string, amount: number) {
  const [line] = await trx.selectFrom('invoice_item').select('id').where('invoice_id', '=', id).execute()
  const request = { items: [{ id: line!.id, amount }], reason, ...(await versionOf(trx, id)) }
  return requestCreditNote(trx, clerk, everywhere, id, request)
}

test('what is asked for already is left out, and proposed once that was refused', async () => {
  await tenant.write(async (trx) => {
    const { id, seat } = await billed(trx)
    const asked = await ask(trx, id, 1_000)
    await end(trx, seat, today)
    expect(await propose(trx, seat.id)).toBe(1)
    expect(await notesOf(trx, id)).toMatchObject([{ total_sen: 1_000 }, { total_sen: 2_129 - 1_000 }])
    const admin = await tenant.actor('admin')
    await rejectNote(trx, admin, everywhere, asked.id, { decision_reason: reason })
    expect(await proposeAfterRefusal(trx, admin, asked.id, change)).toMatchObject({ credits: 1 })
    const open = await trx
      .selectFrom('credit_note')
      .select(['total_sen', 'requested_by'])
      .where('invoice_id', '=', id)
      .where('status', '=', 'requested')
      .orderBy('id')
      .execute()
    // In the name of who had asked, so that the colleague who refused may decide about it.
    expect(open).toEqual([
      { total_sen: 1_129, requested_by: clerk.id },
      { total_sen: 1_000, requested_by: clerk.id },
    ])
  })
})

test('a proposal that a colleague refuses is not made again by that', async () => {
  await tenant.write(async (trx) => {
    const { id, seat } = await billed(trx)
    await end(trx, seat, today)
    await propose(trx, seat.id)
    const [note] = await notesOf(trx, id)
    const admin = await tenant.actor('admin')
    await rejectNote(trx, admin, everywhere, note!.id, { decision_reason: reason })
    expect(await proposeAfterRefusal(trx, admin, note!.id, change)).toEqual({ credits: 0, charges: 0 })
  })
})

test('it is proposed while the invoice is in payment, and approved when that is over', async () => {
  await tenant.write(async (trx) => {
    const { id, seat } = await billed(trx)
    await trx.updateTable('invoice').set({ status: 'pending' }).where('id', '=', id).execute()
    await end(trx, seat, today)
    expect(await propose(trx, seat.id)).toBe(1)
    const [note] = await notesOf(trx, id)
    const approved = approveNote(trx, await tenant.actor('admin'), everywhere, note!.id, today)
    await expect(approved).rejects.toMatchObject({ code: 'invoice.in_payment' })
  })
})

const draftsOf = (trx: Trx, student_id: string) =>
  trx
    .selectFrom('invoice')
    .innerJoin('invoice_item as item', 'item.invoice_id', 'invoice.id')
    .select([
      'invoice.id',
      'item.amount_sen',
      'item.description',
      'item.adjusts_period_on',
      'invoice.version',
    ])
    .where('invoice.student_id', '=', student_id)
    .where('invoice.status', '=', 'draft')
    .execute()

const seatNow = (trx: Trx, id: string) =>
  trx.selectFrom('enrolment').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

test('who stays longer than was planned is charged the further days, in a draft', async () => {
  await tenant.write(async (trx) => {
    const { id, seat, pupil } = await billed(trx)
    await end(trx, seat, '2026-03-24')
    await propose(trx, seat.id)
    const [note] = await notesOf(trx, id)
    await approveNote(trx, await tenant.actor('admin'), everywhere, note!.id, today)
    await end(trx, await seatNow(trx, seat.id), '2026-04-30')
    expect(await proposeAgain(trx, seat.id)).toBe(1)
    expect(await draftsOf(trx, pupil.id)).toMatchObject([
      { amount_sen: note!.total_sen, adjusts_period_on: '2026-03-01' },
    ])
    // Not twice; and not at all if the child leaves as planned.
    expect(await proposeAgain(trx, seat.id)).toBe(0)
    await end(trx, await seatNow(trx, seat.id), '2026-03-24')
    expect(await proposeAgain(trx, seat.id)).toBe(0)
    expect(await draftsOf(trx, pupil.id)).toEqual([])
  })
})

test('who resumes early is charged the days of the pause again; an open proposal is withdrawn instead', async () => {
  await tenant.write(async (trx) => {
    const admin = await tenant.actor('admin')
    for (const approves of [true, false]) {
      const { id, seat, pupil } = await billed(trx)
      const pause = { paused_from: '2026-03-11', paused_to: '2026-03-31', reason, version: seat.version }
      await pauseEnrolment(trx, clerk, everywhere, seat.id, pause, '2026-03-11')
      expect(await propose(trx, seat.id)).toBe(1)
      const [note] = await notesOf(trx, id)
      if (approves) await approveNote(trx, admin, everywhere, note!.id, today)
      const { version } = await seatNow(trx, seat.id)
      await resumeEnrolment(trx, clerk, everywhere, seat.id, version, '2026-03-21')
      const proposed = await proposeDifference(trx, clerk, [seat.id], change)
      // 10 of the 21 days that were paused stay credited: RM60.00 - RM40.65 of 21 days, RM19.35 of 10 days.
      const [ten, full] = [6_000 - 4_065, 6_000 - 1_935]
      expect(note).toMatchObject({ total_sen: full })
      if (approves) {
        expect(proposed).toEqual({ credits: 0, charges: 1 })
        expect(await draftsOf(trx, pupil.id)).toMatchObject([{ amount_sen: full - ten }])
      } else {
        expect(proposed).toEqual({ credits: 1, charges: 0 })
        expect(await notesOf(trx, id)).toMatchObject([
          { status: 'withdrawn', total_sen: full },
          { status: 'requested', total_sen: ten },
        ])
      }
    }
  })
})

test('who comes back to a class within a billed month is charged those days', async () => {
  await tenant.write(async (trx) => {
    const { id, seat, subject_id, pupil } = await billed(trx)
    await endEnrolment(
      trx,
      clerk,
      everywhere,
      seat.id,
      { ends_on: '2026-03-10', reason, version: seat.version },
      '2026-03-12',
    )
    await propose(trx, seat.id)
    const [note] = await notesOf(trx, id)
    await approveNote(trx, await tenant.actor('admin'), everywhere, note!.id, today)
    const back = await enrol(trx, clerk, everywhere, pupil.id, { subject_id, starts_on: '2026-03-22' }, today)
    expect(await proposeAgain(trx, back.id)).toBe(1)
    // 20 of 31 days instead of 10.
    expect(await draftsOf(trx, pupil.id)).toMatchObject([{ amount_sen: 3_871 - 1_935 }])
  })
})

test('what people credit for reasons of their own is never charged again', async () => {
  await tenant.write(async (trx) => {
    const { id, seat } = await billed(trx)
    const asked = await ask(trx, id, 1_000)
    await approveNote(trx, await tenant.actor('admin'), everywhere, asked.id, today)
    await end(trx, seat, '2026-04-30')
    expect(await proposeDifference(trx, clerk, [seat.id], change)).toEqual({ credits: 0, charges: 0 })
  })
})

test('a class that is closed owes each of its students the days after', async () => {
  await tenant.write(async (trx) => {
    const one = await billed(trx)
    const { subject_id } = one
    const other = await billedIn(trx, subject_id, 'B')
    const { version } = await trx
      .selectFrom('subject')
      .select('version')
      .where('id', '=', subject_id)
      .executeTakeFirstOrThrow()
    await closeSubject(trx, clerk, subject_id, { on: today, enrolments: 2, version }, today)
    expect(await proposeForClass(trx, clerk, { subject_id, on: today }, change)).toEqual({
      ...{ credits: 2, charges: 0 },
    })
    for (const { id } of [one, other])
      expect(await notesOf(trx, id)).toMatchObject([{ status: 'requested', total_sen: 6_000 - 3_871 }])
  })
})

test('who paid early is owed the share of what was really paid', async () => {
  await tenant.write(async (trx) => {
    const { id, seat } = await billed(trx)
    await discount(trx, { type: 'early', percent_bp: 500, days_early: 1 })
    await trx
      .updateTable('invoice')
      .set({ paid_sen: 6_000, status: 'paid', paid_on: '2026-03-02' })
      .where('id', '=', id)
      .execute()
    await giveEarlyDiscount(trx, clerk, { invoice_id: id, paid_on: '2026-03-02', today: '2026-03-02' })
    const [early] = await notesOf(trx, id)
    // 5% of RM60.00, so RM57.00 were paid for 31 days.
    expect(early).toMatchObject({ status: 'approved', total_sen: 300 })
    await end(trx, seat, today)
    expect(await propose(trx, seat.id)).toBe(1)
    // 11 of these 31 days are RM20.23; RM36.77 stay for 20 days.
    expect(await notesOf(trx, id)).toContainEqual(
      expect.objectContaining({ status: 'requested', total_sen: 5_700 - 3_677 }),
    )
  })
})
