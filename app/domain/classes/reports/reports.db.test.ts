import { beforeAll, expect, test } from 'vitest'
import { attendanceOf, marksOfYear } from '#app/domain/classes/attendance/family-attendance.ts'
import { attendanceList } from '#app/domain/classes/attendance/find-marks.ts'
import { attendanceRate, attendedOf } from '#app/domain/classes/attendance/percent.ts'
import { confirmed, marked } from '#app/domain/classes/attendance/test-support.ts'
import { session } from '#app/domain/classes/sessions/test-support.ts'
import { type Mark, marks } from '#app/domain/classes/sessions/words.ts'
import { everywhere, type RowScope } from '#app/domain/core/actor.ts'
import { monthKeys } from '#app/domain/core/lists/calendar-filters.ts'
import { readFirstRows } from '#app/domain/core/lists/read-list.ts'
import { branch, enrolment, insert, student, subject, user } from '#tests/support/database/factories.ts'
import { everyRow, listed, reader } from '#tests/support/database/lists.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { detailsReport } from './details.ts'
import { trainerReport } from './trainers.ts'
import { yearlyReport } from './yearly.ts'

const today = '2026-12-20'
const year = '2026'

interface RawMark {
  session_id: string
  student_id: string
  subject_id: string
  held_on: string
  mark: Mark
  makeup_for_id: string | null
  is_trial: boolean
  confirmed: boolean
}

let tenant: Tenant
let marker: string
/** What was written, apart from how the reports read it. */
const raw: RawMark[] = []
const sessions: {
  id: string
  subject_id: string
  trainer: string
  held_on: string
  status: string
  kind: string
  minutes: number
}[] = []
let students: string[]
let classes: { id: string; branch_id: string; trainer: string }[]

/** The same numbers in each run, so that a failure can be seen again. */
function numbers(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}

beforeAll(async () => {
  tenant = await freshTenant()
  marker = (await tenant.actor('superadmin')).id
  const next = numbers(42)
  await tenant.write(async (trx) => {
    const far = await branch(trx)
    classes = []
    for (const branch_id of [tenant.branch.id, tenant.branch.id, far.id]) {
      const { id } = await subject(trx, { branch_id })
      const trainer = await user(trx, { roles: ['trainer'] }, { branch_id })
      await insert(trx, 'subject_trainer', { subject_id: id, user_id: trainer.id, duty: 'main' })
      classes.push({ id, branch_id, trainer: trainer.id })
    }
    students = []
    for (let n = 0; n < 12; n++) students.push((await student(trx)).id)
    for (const [n, student_id] of students.entries())
      for (const { id: subject_id } of classes.filter((_, index) => index === n % 3 || n % 4 === 0))
        await enrolment(trx, { student_id, subject_id, starts_on: '2025-11-01' })
    const seats = await trx.selectFrom('enrolment').select(['student_id', 'subject_id']).execute()
    for (const { id: subject_id, branch_id, trainer } of classes)
      for (let n = 0; n < 30; n++) {
        const day = new Date(Date.UTC(2025, 10, 3 + n * 13 + next(3)))
        const held_on = day.toISOString().slice(0, 10)
        const status = ['confirmed', 'confirmed', 'confirmed', 'open', 'cancelled'][next(5)]!
        const [starts, ends, minutes] = next(2) ? ['10:00', '11:30', 90] : ['14:00', '14:45', 45]
        const facts = { subject_id, branch_id, trainer_user_id: trainer, held_on, starts, ends } as const
        const { id } = await (status === 'confirmed'
          ? confirmed(trx, marker, facts)
          : session(trx, {
              ...{ ...facts, status },
              ...(status === 'cancelled' ? { cancelled_at: new Date(), cancel_reason: 'Cuti umum' } : {}),
            }))
        sessions.push({ id, subject_id, trainer, held_on, status, kind: 'extra', minutes: minutes as number })
        if (status === 'cancelled') continue
        for (const seat of seats.filter((one) => one.subject_id === subject_id)) {
          const mark = marks[next(4)]!
          const is_trial = next(12) === 0
          const { student_id } = seat
          await marked(trx, marker, { session_id: id, student_id, mark, is_trial })
          raw.push({
            ...{ session_id: id, student_id, subject_id, held_on, mark, is_trial },
            ...{ makeup_for_id: null, confirmed: status === 'confirmed' },
          })
        }
      }
    // Some of what was missed is made up for, at sessions of which some are not confirmed and some marks are absences again.
    for (const missed of raw.filter(({ mark }) => mark === 'absent' || mark === 'excused')) {
      if (next(3) !== 0) continue
      const isConfirmed = next(4) !== 0
      const { branch_id } = classes.find(({ id }) => id === missed.subject_id)!
      const held_on = new Date(Date.UTC(2026, next(12), 1 + next(27))).toISOString().slice(0, 10)
      const facts = {
        ...{
          subject_id: missed.subject_id,
          branch_id,
          held_on,
          kind: 'makeup',
          starts: '17:00',
          ends: '18:00',
        },
      }
      const { id } = await (isConfirmed
        ? confirmed(trx, marker, facts)
        : session(trx, { ...facts, status: 'open' }))
      const mark = marks[next(4)]!
      const { student_id, session_id: makeup_for_id } = missed
      await marked(trx, marker, { session_id: id, student_id, mark, makeup_for_id })
      raw.push({
        ...{ session_id: id, student_id, subject_id: missed.subject_id, held_on, mark, makeup_for_id },
        ...{ is_trial: false, confirmed: isConfirmed },
      })
    }
  })
})

/** The rule once more, mark by mark. */
function recount(student_id: string, from: string, to: string, subjects = classes.map(({ id }) => id)) {
  const own = raw.filter((one) => one.student_id === student_id && subjects.includes(one.subject_id))
  const counted = own.filter(
    (one) =>
      one.confirmed &&
      !one.is_trial &&
      one.makeup_for_id === null &&
      one.held_on >= from &&
      one.held_on <= to,
  )
  const isMadeUp = (one: RawMark) =>
    (one.mark === 'absent' || one.mark === 'excused') &&
    raw.some(
      (other) =>
        other.confirmed &&
        other.student_id === student_id &&
        other.makeup_for_id === one.session_id &&
        (other.mark === 'present' || other.mark === 'late'),
    )
  const attended = counted.filter(
    (one) => one.mark === 'present' || one.mark === 'late' || isMadeUp(one),
  ).length
  const excused = counted.filter((one) => one.mark === 'excused' && !isMadeUp(one)).length
  const held = counted.length
  return {
    held,
    attended,
    excused,
    rate: held > excused ? Math.round((attended * 1_000) / (held - excused)) * 10 : null,
  }
}

test('the yearly report is what a recount of the marks gives, month by month, in either order', async () => {
  for (const query of [{ year }, { year, sort: 'rate_bp' }]) {
    const rows = await everyRow(tenant, yearlyReport, query, { today })
    expect(rows).toHaveLength(students.length)
    for (const row of rows) {
      const whole = recount(row.student_id, '2026-01-01', '2026-12-31')
      expect(row).toMatchObject({ held: whole.held, attended: whole.attended, excused: whole.excused })
      expect(row.rate_bp).toBe(whole.rate)
      for (const [index, month] of monthKeys.entries()) {
        const prefix = `2026-${String(index + 1).padStart(2, '0')}`
        const of = recount(row.student_id, `${prefix}-01`, `${prefix}-31`)
        expect(row[month], `${row.student} ${month}`).toEqual(
          of.held === 0 ? null : { part: of.attended, whole: of.held - of.excused, rate_bp: of.rate },
        )
      }
    }
  }
  const rates = (await everyRow(tenant, yearlyReport, { year, sort: 'rate_bp' }, { today })).map(
    (row) => row.rate_bp,
  )
  expect(rates).toEqual(rates.toSorted((a, b) => (a ?? Infinity) - (b ?? Infinity)))
  // Something of each kind is there, or the recount would prove little.
  expect(raw.some(({ is_trial, confirmed }) => is_trial && confirmed)).toBe(true)
  expect(raw.some((one) => one.makeup_for_id !== null && !one.confirmed)).toBe(true)
})

test('a class or a branch alone is recounted, too, and each reader has the figures of what they reach', async () => {
  const [one] = classes
  const ofClass = await everyRow(tenant, yearlyReport, { year, subject_id: one!.id }, { today })
  for (const row of ofClass) {
    const of = recount(row.student_id, '2026-01-01', '2026-12-31', [one!.id])
    expect(row).toMatchObject({ held: of.held, attended: of.attended })
  }
  const teaching: RowScope = { scope: 'class', user_id: one!.trainer, branch_ids: [], parent_id: null }
  const own = await everyRow(tenant, yearlyReport, { year }, { today, scope: teaching })
  expect(own.map(({ student_id, held }) => [student_id, held])).toEqual(
    ofClass.map(({ student_id, held }) => [student_id, held]),
  )
  const here: RowScope = { scope: 'branch', user_id: '', branch_ids: [tenant.branch.id], parent_id: null }
  const near = classes.filter(({ branch_id }) => branch_id === tenant.branch.id).map(({ id }) => id)
  for (const row of await everyRow(tenant, yearlyReport, { year }, { today, scope: here }))
    expect(row.held).toBe(recount(row.student_id, '2026-01-01', '2026-12-31', near).held)
})

test('list, reports and the pages of a family agree', async () => {
  for (const student_id of students.slice(0, 4)) {
    const { rows } = await listed(tenant, yearlyReport, { year, student_id }, { today })
    const counts = (await tenant.read((db) => attendanceOf(db, everywhere, [student_id], today))).get(
      student_id,
    )!
    expect(counts.year.held).toBe(rows[0]!.held)
    expect(attendedOf(counts.year)).toBe(rows[0]!.attended)
    expect(attendanceRate(counts.year)).toBe(rows[0]!.rate_bp)
    const december = recount(student_id, '2026-12-01', '2026-12-31')
    expect(counts.month).toMatchObject({ held: december.held, excused: december.excused })
    const span = { student_id, from: '2026-01-01', to: '2026-12-31' }
    const list = await everyRow(tenant, attendanceList, span, { today })
    const details = await everyRow(tenant, detailsReport, span, { today })
    const page = await tenant.read((db) => marksOfYear(db, everywhere, student_id, year))
    const ids = (found: readonly { id: string }[]) => found.map(({ id }) => id).toSorted()
    expect(ids(list)).toEqual(ids(page))
    expect(ids(details)).toEqual(ids(page))
    const counting = list.filter(({ standing }) => standing !== 'trial' && standing !== 'makeup')
    expect(counting).toHaveLength(counts.year.held)
    expect(counting.filter(({ standing }) => standing === 'made_up')).toHaveLength(counts.year.made_up)
  }
})

test('an open session counts nowhere; confirmed it does, and re-opened it does not any more', async () => {
  const { id, student_id } = await tenant.write(async (trx) => {
    const seat = await enrolment(trx, { starts_on: '2026-01-01' })
    const open = await session(trx, { subject_id: seat.subject_id, held_on: '2026-05-05', status: 'open' })
    await marked(trx, marker, { session_id: open.id, student_id: seat.student_id, mark: 'absent' })
    return { id: open.id, student_id: seat.student_id }
  })
  const held = async () =>
    (await tenant.read((db) => attendanceOf(db, everywhere, [student_id], today))).get(student_id)!.year.held
  const turn = (status: string) =>
    tenant.write((trx) =>
      trx
        .updateTable('class_session')
        .set({ status, confirmed_at: status === 'confirmed' ? new Date() : null })
        .where('id', '=', id)
        .execute(),
    )
  expect(await held()).toBe(0)
  await turn('confirmed')
  expect(await held()).toBe(1)
  await turn('open')
  expect(await held()).toBe(0)
  expect((await listed(tenant, attendanceList, { student_id }, { today })).total).toBe(0)
})

test('a session in place of a cancelled one is held like any other', async () => {
  const student_id = await tenant.write(async (trx) => {
    const seat = await enrolment(trx, { starts_on: '2026-01-01' })
    const { subject_id } = seat
    const off = await session(trx, {
      ...{ subject_id, held_on: '2026-06-01', status: 'cancelled' },
      ...{ cancelled_at: new Date(), cancel_reason: 'Hujan lebat' },
    })
    const instead = await confirmed(trx, marker, {
      ...{ subject_id, held_on: '2026-06-03', kind: 'makeup', replaces_id: off.id },
    })
    await marked(trx, marker, {
      ...{ session_id: instead.id, student_id: seat.student_id, mark: 'absent', makeup_for_id: off.id },
    })
    return seat.student_id
  })
  const counts = (await tenant.read((db) => attendanceOf(db, everywhere, [student_id], today))).get(
    student_id,
  )!
  expect(counts.year).toMatchObject({ held: 1, absent: 1 })
})

test('the report of trainers is what their sessions add up to, without any amount', async () => {
  const { rows } = await tenant.read((db) =>
    readFirstRows(trainerReport, db, reader({ today }), trainerReport.search.parse({}), 1_000),
  )
  const expected = new Map<
    string,
    { sessions: number; minutes: number; cancelled: number; unconfirmed: number }
  >()
  for (const { trainer, held_on, status, minutes } of sessions) {
    if (status === 'open' && held_on >= today) continue
    const id = `${trainer}:${held_on.slice(0, 7)}`
    const sum = expected.get(id) ?? { sessions: 0, minutes: 0, cancelled: 0, unconfirmed: 0 }
    if (status === 'confirmed') {
      sum.sessions += 1
      sum.minutes += minutes
    } else sum[status === 'cancelled' ? 'cancelled' : 'unconfirmed'] += 1
    expected.set(id, sum)
  }
  const found = rows.map(({ id, sessions, minutes, cancelled, unconfirmed }) => [
    id,
    { sessions, minutes, cancelled, unconfirmed },
  ])
  expect(new Map(found as never)).toEqual(expected)
  expect(Object.keys(rows[0]!).filter((key) => key.endsWith('_sen'))).toEqual([])
  const own: RowScope = { scope: 'own', user_id: classes[0]!.trainer, branch_ids: [], parent_id: null }
  const mine = await everyRow(tenant, trainerReport, {}, { today, scope: own })
  expect(mine.length).toBeGreaterThan(0)
  expect(new Set(mine.map(({ id }) => id.split(':')[0]))).toEqual(new Set([classes[0]!.trainer]))
})

test('a parent sees the marks of own children alone, and who marked them stays hidden', async () => {
  const [student_id] = students
  const { parent_id } = await tenant.read((db) =>
    db
      .selectFrom('student_parent')
      .select('parent_id')
      .where('student_id', '=', student_id!)
      .executeTakeFirstOrThrow(),
  )
  const own: RowScope = { scope: 'own', user_id: '', branch_ids: [], parent_id }
  for (const list of [attendanceList, detailsReport]) {
    const rows = await everyRow(tenant, list, {}, { today, scope: own })
    expect(new Set(rows.map((row) => row.student_id))).toEqual(new Set([student_id]))
    expect(new Set(rows.map((row) => row.marked_by))).toEqual(new Set(['']))
  }
  const yearly = await everyRow(tenant, yearlyReport, {}, { today, scope: own })
  expect(yearly.map((row) => [row.student_id, row.year])).toEqual([
    [student_id, '2026'],
    [student_id, '2025'],
  ])
  const stranger: RowScope = { ...own, parent_id: crypto.randomUUID() }
  expect((await listed(tenant, attendanceList, {}, { today, scope: stranger })).total).toBe(0)
})
