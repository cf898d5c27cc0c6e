import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { issueInvoice } from '#app/domain/billing/invoices/change-invoice.ts'
import { type Actor, everywhere } from '#app/domain/core/actor.ts'
import {
  endEnrolment,
  pauseEnrolment,
  resumeEnrolment,
  updateEnrolmentStatuses,
} from '#app/domain/people/enrolments/change-enrolment.ts'
import { aClass, billMonth, child, inTurn, plan } from '#tests/support/billing/cases.ts'
import type { Trx } from '#tests/support/database/factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { soaking } from '#tests/support/run/soak.ts'
import { approveNote } from './change-credit-note.ts'
import { proposeDifference } from './propose-difference.ts'

const reason = 'Tarikh keluar telah berubah'
const words = { reason, charge: 'hari tambahan' }
const on = (day: number) => `2026-03-${String(day).padStart(2, '0')}`

const day = fc.integer({ min: 1, max: 31 })
/** A change of the stay on a day of March, and whether what it proposes is decided before the next one. */
const change = fc.record({
  what: fc.constantFrom('end', 'pause', 'pause', 'resume', 'stay' as const),
  /** Days ahead of the day of the change: the last day, or the first of a pause. */
  ahead: fc.integer({ min: -5, max: 25 }),
  length: fc.integer({ min: 0, max: 20 }),
  decides: fc.boolean(),
})
const stay = fc.record({
  joined: day,
  amount_sen: fc.integer({ min: 1, max: 50_000 }),
  days: fc.uniqueArray(day, { maxLength: 6 }).map((days) => days.sort((a, b) => a - b)),
  changes: fc.array(change, { minLength: 6, maxLength: 6 }),
})
type Change = typeof change extends fc.Arbitrary<infer One> ? One : never

let tenant: Tenant
let clerk: Actor
let admin: Actor
beforeAll(async () => {
  tenant = await freshTenant()
  clerk = await tenant.actor('clerk')
  admin = await tenant.actor('admin')
})

/** Approves what was proposed to be credited and issues what was proposed to be charged. */
async function decide(trx: Trx, student_id: string, today: string) {
  const notes = await trx
    .selectFrom('credit_note')
    .innerJoin('invoice', 'invoice.id', 'credit_note.invoice_id')
    .select('credit_note.id')
    .where('invoice.student_id', '=', student_id)
    .where('credit_note.status', '=', 'requested')
    .execute()
  for (const { id } of notes) await approveNote(trx, admin, everywhere, id, today)
  const drafts = await trx
    .selectFrom('invoice')
    .select(['id', 'version'])
    .where('student_id', '=', student_id)
    .where('status', '=', 'draft')
    .execute()
  // A draft that waited too long gets a new due day.
  await trx
    .updateTable('invoice')
    .set({ due_on: '2026-04-30' })
    .where('student_id', '=', student_id)
    .where('status', '=', 'draft')
    .execute()
  for (const { id, version } of drafts)
    await issueInvoice(trx, clerk, everywhere, id, { version, send: false, today })
}

/** What is charged less what is credited, before tax. */
async function charged(trx: Trx, student_id: string): Promise<number> {
  const invoices = await trx
    .selectFrom('invoice')
    .select(['sub_total_sen', 'credited_sen'])
    .where('student_id', '=', student_id)
    .execute()
  return invoices.reduce((sum, { sub_total_sen, credited_sen }) => sum + sub_total_sen - credited_sen, 0)
}

async function make(trx: Trx, id: string, { what, ahead, length }: Change, now: number) {
  const { version, status } = await trx
    .selectFrom('enrolment')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const [first, last] = [Math.min(31, Math.max(1, now + ahead)), Math.min(31, now + length)]
  if (what === 'resume') return resumeEnrolment(trx, clerk, everywhere, id, version, on(now))
  if (what === 'pause' && status === 'active') {
    const pause = { paused_from: on(first), paused_to: on(Math.max(first, last)), reason, version }
    return pauseEnrolment(trx, clerk, everywhere, id, pause, on(now))
  }
  const ends_on = what === 'end' ? on(first) : '2026-06-30'
  return endEnrolment(trx, clerk, everywhere, id, { ends_on, reason, version }, on(now))
}

test('however the days of a stay change, in the end the plan of the last of them is charged', async () => {
  let credited = 0
  await fc.assert(
    fc.asyncProperty(stay, async ({ joined, amount_sen, days, changes }) => {
      await inTurn(tenant, async (trx) => {
        const { subject_id } = await aClass(trx, { proration: 'by_day', amount_sen })
        const { id: student_id } = await child(trx, 'A', null, subject_id, {
          seat: { starts_on: on(joined) },
        })
        const { id } = await trx
          .selectFrom('enrolment')
          .select('id')
          .where('student_id', '=', student_id)
          .executeTakeFirstOrThrow()
        await billMonth(trx, clerk, student_id, on(joined), '2026-04-30')
        for (const [index, now] of days.filter((one) => one >= joined).entries()) {
          const step = changes[index]!
          await updateEnrolmentStatuses(trx, on(now), student_id)
          // What the product refuses changes no days.
          const done = await make(trx, id, step, now).catch(() => null)
          if (!done) continue
          const { credits } = await proposeDifference(trx, clerk, [id], { words, today: on(now) })
          credited += credits
          if (step.decides) await decide(trx, student_id, on(now))
        }
        await decide(trx, student_id, on(31))
        const sum = await charged(trx, student_id)
        await trx.deleteFrom('billed_fee').where('student_id', '=', student_id).execute()
        const [line] = await plan(trx, { students: [student_id] })
        expect(sum).toBe(!line || line.skip ? 0 : line.amount_sen)
      })
    }),
    { numRuns: soaking ? 600 : 60 },
  )
  expect(credited).toBeGreaterThan(0)
})
