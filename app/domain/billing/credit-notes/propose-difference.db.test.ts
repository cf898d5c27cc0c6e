import { beforeAll, expect, test } from 'vitest'
import { createDraft, issueInvoice } from '#app/domain/billing/invoices/change-invoice.ts'
import { dueFees } from '#app/domain/billing/plan/due.ts'
import { type Actor, everywhere } from '#app/domain/core/actor.ts'
import { endEnrolment, pauseEnrolment } from '#app/domain/people/enrolments/change-enrolment.ts'
import { aClass, child } from '#tests/support/billing/cases.ts'
import type { Trx } from '#tests/support/database/factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { approveNote, requestWriteOff } from './change-credit-note.ts'
import { amountNow, proposeDifference } from './propose-difference.ts'

const today = '2026-03-20'
const reason = 'Keluar sebelum tamat tempoh'

let tenant: Tenant
let clerk: Actor
beforeAll(async () => {
  tenant = await freshTenant()
  clerk = await tenant.actor('clerk')
})

/** A child in a class of RM60.00 a month, whose March was billed in full. */
async function billed(trx: Trx, proration: 'by_day' | 'none' = 'by_day') {
  const { subject_id } = await aClass(trx, { proration, amount_sen: 6_000 })
  const pupil = await child(trx, 'A', null, subject_id)
  const { lines } = await dueFees(trx, pupil.id, '2026-03-01')
  const items = lines.map(({ period_starts_on, period_ends_on, discount_reason, ...line }) => ({
    ...{ ...line, period_starts_on: period_starts_on!, period_ends_on: period_ends_on! },
    ...(discount_reason ? { discount_reason } : {}),
  }))
  const id = await createDraft(
    trx,
    clerk,
    everywhere,
    pupil.id,
    { due_on: '2026-03-07', items },
    '2026-03-01',
  )
  await issueInvoice(trx, clerk, everywhere, id, { version: 1, send: false, today: '2026-03-01' })
  const seat = await trx
    .selectFrom('enrolment')
    .selectAll()
    .where('student_id', '=', pupil.id)
    .executeTakeFirstOrThrow()
  return { id, seat }
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
    expect(await proposeDifference(trx, clerk, [seat.id], reason)).toBe(1)
    // 20 of 31 days of RM60.00 are RM38.71.
    const [note] = await notesOf(trx, id)
    expect(note).toMatchObject({ status: 'requested', total_sen: 6_000 - 3_871 })
    const owed = () => trx.selectFrom('invoice').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    expect(await owed()).toMatchObject({ credited_sen: 0 })
    // What waits already is not proposed again.
    expect(await proposeDifference(trx, clerk, [seat.id], reason)).toBe(0)
    await approveNote(trx, await tenant.actor('admin'), everywhere, note!.id, today)
    expect(await owed()).toMatchObject({ credited_sen: 6_000 - 3_871 })
    expect(await proposeDifference(trx, clerk, [seat.id], reason)).toBe(0)
  })
})

test('who never came is owed all of it; who stays, or is billed by whole months, nothing', async () => {
  await tenant.write(async (trx) => {
    const [never, later, whole] = [await billed(trx), await billed(trx), await billed(trx, 'none')]
    await end(trx, never.seat, '2026-01-04')
    await end(trx, later.seat, '2026-04-15')
    await end(trx, whole.seat, today)
    const ids = [never, later, whole].map(({ seat }) => seat.id)
    expect(await proposeDifference(trx, clerk, ids, reason)).toBe(1)
    expect(await notesOf(trx, never.id)).toMatchObject([{ total_sen: 6_000 }])
  })
})

test('a pause within a billed month is owed, too', async () => {
  await tenant.write(async (trx) => {
    const { id, seat } = await billed(trx)
    const pause = { paused_from: '2026-03-22', paused_to: '2026-03-26', reason, version: seat.version }
    await pauseEnrolment(trx, clerk, everywhere, seat.id, pause, today)
    expect(await proposeDifference(trx, clerk, [seat.id], reason)).toBe(1)
    expect(await notesOf(trx, id)).toMatchObject([{ total_sen: 6_000 - 5_032 }])
  })
})

test('a discount is owed back in proportion, and no line ever costs more than was billed', () => {
  const line = { unit_sen: 6_000, price_sen: 6_000, quantity_hundredths: 100, is_over: false, of: 31 }
  expect(amountNow({ ...line, discount_sen: 600, amount_sen: 5_400, counted: 20 })).toBe(3_871 - 387)
  expect(amountNow({ ...line, price_sen: 968, discount_sen: 0, amount_sen: 968, counted: 20 })).toBe(968)
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
    expect(await proposeDifference(trx, clerk, [whole.seat.id], reason)).toBe(0)
    // RM50.00 were paid for what now costs RM38.71.
    expect(await proposeDifference(trx, clerk, [part.seat.id], reason)).toBe(1)
    expect(await notesOf(trx, part.id)).toContainEqual(
      expect.objectContaining({ status: 'requested', total_sen: 5_000 - 3_871 }),
    )
  })
})
