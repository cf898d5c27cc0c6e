import { beforeAll, expect, test } from 'vitest'
import { issueInvoice } from '#app/domain/billing/invoices/change-invoice.ts'
import { type Actor, everywhere } from '#app/domain/core/actor.ts'
import { portion } from '#app/domain/core/money.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import {
  endEnrolment,
  enrol,
  pauseEnrolment,
  resumeEnrolment,
} from '#app/domain/people/enrolments/change-enrolment.ts'
import { aClass, billMonth, child } from '#tests/support/billing/cases.ts'
import type { Trx } from '#tests/support/database/factories.ts'
import { imbalance } from '#tests/support/database/money.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import '#tests/support/product/matchers.ts'
import { soaking } from '#tests/support/run/soak.ts'
import { approveNote, rejectNote } from './change-credit-note.ts'
import { proposeDifference } from './propose-difference.ts'

const reason = 'Perubahan tarikh kehadiran'
/** In sen, of each of the 31 days of March. */
const aDay = 200

let tenant: Tenant
let clerk: Actor
let admin: Actor
beforeAll(async () => {
  tenant = await freshTenant()
  clerk = await tenant.actor('clerk')
  admin = await tenant.actor('admin')
})

const march = (day: number) => `2026-03-${String(day).padStart(2, '0')}`

/** A student whose March was billed in full, and what the office does about it. */
async function office(trx: Trx) {
  const { subject_id } = await aClass(trx, { proration: 'by_day', amount_sen: 31 * aDay })
  const { id: student_id } = await child(trx, 'A', null, subject_id)
  const first = march(1)
  const bill = (first: string) => billMonth(trx, clerk, student_id, first)
  await bill(first)

  const seats = () =>
    trx
      .selectFrom('enrolment')
      .selectAll()
      .where('student_id', '=', student_id)
      .orderBy('starts_on')
      .orderBy('id')
      .execute()
  const seat = async () => (await seats()).at(-1)!
  const invoices = () => trx.selectFrom('invoice').selectAll().where('student_id', '=', student_id).execute()
  const requested = async () =>
    trx
      .selectFrom('credit_note')
      .select('id')
      .where('status', '=', 'requested')
      .where(
        'invoice_id',
        'in',
        (await invoices()).map((one) => one.id),
      )
      .execute()
  const propose = async (today: string) => {
    const ids = (await seats()).map((one) => one.id)
    await proposeDifference(trx, clerk, ids, { words: { reason, charge: 'hari tambahan' }, today })
  }
  const approve = async (today: string) => {
    for (const note of await requested()) await approveNote(trx, admin, everywhere, note.id, today)
  }
  const reject = async () => {
    for (const note of await requested())
      await rejectNote(trx, admin, everywhere, note.id, { decision_reason: reason })
  }
  const issue = async (today: string) => {
    for (const { id, version, status } of await invoices())
      if (status === 'draft') await issueInvoice(trx, clerk, everywhere, id, { version, send: false, today })
  }

  const chargedSen = async () =>
    (await invoices())
      .filter(({ status }) => status !== 'draft')
      .reduce((sum, one) => sum + one.total_sen - one.credited_sen, 0)

  return {
    seat,
    bill,
    chargedSen,
    propose,
    approve,
    reject,
    issue,
    pause: async (paused_from: string, paused_to: string | undefined, today: string) => {
      const { id, version } = await seat()
      const given = { paused_from, reason, version, ...(paused_to ? { paused_to } : {}) }
      return pauseEnrolment(trx, clerk, everywhere, id, given, today)
    },
    resume: async (today: string) => {
      const { id, version } = await seat()
      return resumeEnrolment(trx, clerk, everywhere, id, version, today)
    },
    end: async (ends_on: string, today: string) => {
      const { id, version } = await seat()
      return endEnrolment(trx, clerk, everywhere, id, { ends_on, reason, version }, today)
    },
    enrol: (today: string) =>
      enrol(trx, clerk, everywhere, student_id, { subject_id, starts_on: today }, today),
    /** Everything that is proposed is agreed to, until nothing more is. */
    async settle(today: string) {
      for (let round = 0; round < 3; round++) {
        await propose(today)
        await approve(today)
        await issue(today)
      }
    },
    /** What is charged for March, in days. */
    async chargedDays() {
      return (await chargedSen()) / aDay
    },
    /** The days on which the student is there, one by one. */
    async daysThere() {
      const all = await seats()
      const pauses = await trx
        .selectFrom('enrolment_pause')
        .selectAll()
        .where(
          'enrolment_id',
          'in',
          all.map(({ id }) => id),
        )
        .execute()
      const isThere = (on: string) =>
        all.some(
          ({ id, starts_on, ends_on }) =>
            starts_on <= on &&
            on <= (ends_on ?? on) &&
            !pauses.some(
              ({ enrolment_id, paused_from, paused_to }) =>
                enrolment_id === id && paused_from <= on && on <= (paused_to ?? on),
            ),
        )
      return Array.from({ length: 31 }, (_, day) => march(day + 1)).filter(isThere).length
    },
  }
}

test('the days of two pauses in one month are both credited, however they are planned', async () => {
  await tenant.write(async (trx) => {
    const desk = await office(trx)
    await desk.pause(march(5), march(10), march(5))
    await desk.settle(march(5))
    expect(await desk.chargedDays()).toBe(31 - 6)
    await desk.pause(march(20), march(25), march(12))
    await desk.settle(march(12))
    expect(await desk.chargedDays()).toBe(31 - 12)
    await desk.pause(march(14), march(15), march(13))
    await desk.settle(march(13))
    expect(await desk.chargedDays()).toBe(31 - 14)
    await desk.resume(march(23))
    await desk.settle(march(23))
    expect(await desk.chargedDays()).toBe(31 - 11)
  })
})

/** The price of so many days of April, which has 30. */
const april = (days: number) => portion(31 * aDay, days, 30)

test('a pause in each of two months is credited in its own', async () => {
  await tenant.write(async (trx) => {
    const desk = await office(trx)
    await desk.pause(march(5), march(10), march(5))
    await desk.settle(march(5))
    await desk.bill('2026-04-01')
    expect(await desk.chargedSen()).toBe(25 * aDay + april(30))
    await desk.pause('2026-04-10', '2026-04-12', '2026-04-10')
    await desk.settle('2026-04-10')
    expect(await desk.chargedSen()).toBe(25 * aDay + april(27))
  })
})

test('a pause over the end of a month that ends early, and one after it, leave the days between charged', async () => {
  await tenant.write(async (trx) => {
    const desk = await office(trx)
    await desk.pause(march(28), '2026-04-05', march(28))
    await desk.settle(march(28))
    await desk.bill('2026-04-01')
    expect(await desk.chargedSen()).toBe(27 * aDay + april(25))
    await desk.resume('2026-04-03')
    await desk.settle('2026-04-03')
    expect(await desk.chargedSen()).toBe(27 * aDay + april(28))
    await desk.pause('2026-04-20', undefined, '2026-04-20')
    await desk.settle('2026-04-20')
    expect(await desk.chargedSen()).toBe(27 * aDay + april(17))
    await desk.resume('2026-04-22')
    await desk.settle('2026-04-22')
    expect(await desk.chargedSen()).toBe(27 * aDay + april(26))
  })
})

/** Numbers below `n` that look random, and are the same at each run. */
function numbers(seed: number) {
  let state = seed * 7_919
  return (n: number) => {
    state = (state * 1_103_515_245 + 12_345) & 0x7fffffff
    return (state >> 8) % n
  }
}

test('in whatever order a student leaves, pauses and comes back, and proposals are decided, each day is charged once', async () => {
  for (let seed = 1; seed <= (soaking ? 300 : 12); seed++)
    await tenant.write(async (trx) => {
      const below = numbers(seed)
      const desk = await office(trx)
      const done: string[] = []
      let day = 3
      const steps = {
        end: () => desk.end(march(Math.min(31, Math.max(1, day - 2 + below(6)))), march(day)),
        pause: () => {
          const until = below(2) ? march(Math.min(31, day + 2 + below(6))) : undefined
          return desk.pause(march(day + below(2)), until, march(day))
        },
        resume: () => desk.resume(march(day)),
        async enrol() {
          const { ends_on } = await desk.seat()
          if (ends_on && ends_on < march(day)) await desk.enrol(march(day))
        },
        propose: () => desk.propose(march(day)),
        approve: () => desk.approve(march(day)),
        issue: () => desk.issue(march(day)),
        reject: desk.reject,
      }
      const names = Object.keys(steps) as (keyof typeof steps)[]
      for (let step = 0; step < 14; step++) {
        day = Math.min(29, day + below(3))
        const name = names[below(names.length)]!
        const said = await steps[name]().then(
          () => name,
          (error) => {
            if (error instanceof Refusal) return `${name}: ${error.code}`
            throw error
          },
        )
        done.push(`${march(day)} ${said}`)
        if (['end', 'pause', 'resume', 'enrol'].includes(name)) await desk.propose(march(day))
      }
      await desk.settle(march(day))
      const found = { days: await desk.chargedDays(), bad: await imbalance(trx) }
      expect(found, `${seed}\n${done.join('\n')}`).toEqual({ days: await desk.daysThere(), bad: {} })
    })
}, 600_000)
