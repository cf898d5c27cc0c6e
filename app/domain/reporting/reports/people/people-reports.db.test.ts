import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, describe, expect, test } from 'vitest'
import type { SessionRole } from '#app/domain/core/access/access.ts'
import type { RowScope } from '#app/domain/core/actor.ts'
import { addDays, endOfMonth, startOfMonth } from '#app/domain/core/dates.ts'
import { columnsFor, type Reader } from '#app/domain/core/lists/list.ts'
import { studentList, studentRow } from '#app/domain/people/students/find-students.ts'
import type { AnyReport, Source } from '#app/domain/reporting/reports/report.ts'
import { printables } from '#app/print/lists.ts'
import { sheetOf } from '#app/print/sheets.tsx'
import { everyRow, listed } from '#tests/support/database/lists.ts'
import { programSummaryList, programSummaryReport } from './program-summary.ts'
import { studentReportList } from './student-list.ts'
import { studentYearlyList, studentYearlyReport } from './student-yearly.ts'
import { branchSubjectList, branchSubjectReport, enrolmentReportList } from './subjects.ts'
import { aSchool, today } from './test-support.ts'

let at: Awaited<ReturnType<typeof aSchool>>
let raw: Awaited<ReturnType<typeof rawRows>>

beforeAll(async () => {
  at = await aSchool()
  raw = await rawRows()
}, 120_000)

/** The tables as they are. */
function rawRows() {
  return at.tenant.read(async (db) => ({
    students: await db.selectFrom('student').selectAll().where('deleted_at', 'is', null).execute(),
    seats: await db.selectFrom('enrolment').selectAll().execute(),
    pauses: await db.selectFrom('enrolment_pause').selectAll().execute(),
    branches: await db.selectFrom('branch').selectAll().execute(),
    programs: await db.selectFrom('program').selectAll().execute(),
    subjects: await db.selectFrom('subject').selectAll().execute(),
    fees: await db.selectFrom('subject_fee').selectAll().execute(),
    invoices: await db.selectFrom('invoice').selectAll().execute(),
    items: await db.selectFrom('invoice_item').selectAll().orderBy('position').execute(),
    collections: await db.selectFrom('collection').selectAll().execute(),
    allocations: await db.selectFrom('payment_allocation').selectAll().execute(),
  }))
}

const everyone: RowScope = { scope: 'all', user_id: '', branch_ids: [], parent_id: null }
const scopes = () => [
  everyone,
  ...raw.branches.map(({ id }): RowScope => ({ ...everyone, scope: 'branch', branch_ids: [id] })),
]
const reaches = ({ scope, branch_ids }: RowScope, branch_id: string) =>
  scope === 'all' || branch_ids.includes(branch_id)

/** Readers who see all, or one branch; and each with a filter for a branch, where there is something to choose. */
const views = () => [
  ...scopes().map((scope) => ({ scope, branch_id: undefined })),
  ...raw.branches.map(({ id }) => ({ scope: everyone, branch_id: id })),
]
const seen = ({ scope, branch_id }: { scope: RowScope; branch_id: string | undefined }, of: string) =>
  reaches(scope, of) && (branch_id === undefined || branch_id === of)

type Seat = (typeof raw.seats)[number]
const sits = (seat: Seat, day: string) =>
  seat.status !== 'waitlisted' && seat.starts_on <= day && (seat.ends_on ?? '9999') >= day
const rests = (seat: Seat, day: string) =>
  raw.pauses.some(
    (pause) =>
      pause.enrolment_id === seat.id && pause.paused_from <= day && (pause.paused_to ?? '9999') >= day,
  )

/** Asks a source how much its rows come to. */
async function comesTo({ list, search, sum }: Source, who: Partial<Reader>) {
  const given = Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined))
  const found = await listed(at.tenant, printables[list]!, given as Record<string, string>, {
    today,
    ...who,
  })
  return sum ? found.totals[sum] : found.total
}

async function provesItself(report: unknown, rows: readonly object[], search: object, who: Partial<Reader>) {
  let proved = 0
  for (const row of rows)
    for (const [key, sourceOf] of Object.entries((report as AnyReport).sources ?? {})) {
      const source = sourceOf!(row, search as never)
      if (!source) continue
      expect([key, await comesTo(source, who)]).toEqual([key, (row as Record<string, unknown>)[key]])
      proved++
    }
  return proved
}

describe('students by month', () => {
  type Pupil = (typeof raw.students)[number]
  /** Day by day, as somebody would go through the files. */
  function isThere(pupil: Pupil, day: string): boolean {
    if (pupil.registered_on > day) return false
    const since = pupil.graduated_on ?? pupil.status_on
    if (pupil.status !== 'active') return since !== null && day < since
    if (since === null || day >= since) return true
    return raw.seats.some((seat) => seat.student_id === pupil.id && sits(seat, day))
  }

  test.each(['2025', '2026'])('of %s are those who came, went and stayed', async (year) => {
    for (const view of views()) {
      const pupils = raw.students.filter(({ branch_id }) => seen(view, branch_id))
      const who = { scope: view.scope, today }
      const query = { year, ...(view.branch_id && { branch_id: view.branch_id }) }
      const rows = await everyRow(at.tenant, studentYearlyList, query, who)
      const months = Array.from(
        { length: year === '2025' ? 12 : 5 },
        (_, index) => `${year}-${String(index + 1).padStart(2, '0')}`,
      )
      const inMonth = (day: string | null, month: string) => day?.slice(0, 7) === month && day <= today
      expect(rows.map(({ until: _, year: __, id: ___, ...row }) => row)).toEqual(
        months.map((month) => {
          const end = endOfMonth(`${month}-01`)
          const count = (is: (pupil: Pupil) => boolean) => pupils.filter(is).length
          return {
            month,
            joined: count(({ registered_on }) => inMonth(registered_on, month)),
            left: count(({ status, status_on }) => status === 'withdrawn' && inMonth(status_on, month)),
            graduated: count(({ graduated_on }) => inMonth(graduated_on, month)),
            active: count((pupil) => isThere(pupil, end < today ? end : today)),
          }
        }),
      )
      if (view.scope === everyone)
        expect(await provesItself(studentYearlyReport, rows, query, who)).toBe(rows.length * 4)
    }
  })

  test('of the running month counts as active whom the list of students calls so, but for those to come', async () => {
    const row = (await everyRow(at.tenant, studentYearlyList, { year: '2026' }, { today })).at(-1)!
    const active = await everyRow(at.tenant, studentList, { status: 'active' }, { today })
    expect(active.some(({ registered_on }) => registered_on > today)).toBe(true)
    expect(row.active).toBe(active.filter(({ registered_on }) => registered_on <= today).length)
  })

  test('begins with the first registration where no year is chosen', async () => {
    const rows = await everyRow(at.tenant, studentYearlyList, {}, { today })
    const first = raw.students.map(({ registered_on }) => registered_on).toSorted()[0]!
    expect(rows[0]!.month).toBe(first.slice(0, 7))
    expect(rows.at(-1)!.month).toBe(today.slice(0, 7))
  })
})

describe('programs on a day', () => {
  const programOf = (subject_id: string) => raw.subjects.find(({ id }) => id === subject_id)!.program_id

  /** What paid each program between two days, payment by payment and sen by sen. */
  function received(view: ReturnType<typeof views>[number], from: string, to: string) {
    const sums = new Map<string | null, number>()
    for (const line of raw.collections) {
      if (line.collected_on < from || line.collected_on > to || !seen(view, line.branch_id)) continue
      for (const paid of raw.allocations.filter(({ payment_id }) => payment_id === line.payment_id)) {
        const items = raw.items.filter(({ invoice_id }) => invoice_id === paid.invoice_id)
        const whole = items.reduce((sum, { amount_sen, tax_sen }) => sum + amount_sen + tax_sen, 0)
        let [upto, given] = [0, 0]
        for (const item of items) {
          upto += item.amount_sen + item.tax_sen
          const cut = Number((BigInt(paid.amount_sen) * BigInt(upto)) / BigInt(whole))
          const part = Math.sign(line.gross_sen) * (cut - given)
          given = cut
          sums.set(programOfItem(item), (sums.get(programOfItem(item)) ?? 0) + part)
        }
      }
    }
    return sums
  }
  const programOfItem = ({ subject_fee_id }: { subject_fee_id: string | null }) =>
    subject_fee_id && programOf(raw.fees.find(({ id }) => id === subject_fee_id)!.subject_id)

  function billed(view: ReturnType<typeof views>[number], from: string, to: string) {
    const sums = new Map<string | null, number>()
    for (const { id, issued_on, status, branch_id } of raw.invoices)
      if (
        issued_on &&
        issued_on >= from &&
        issued_on <= to &&
        status !== 'cancelled' &&
        seen(view, branch_id)
      )
        for (const item of raw.items.filter(({ invoice_id }) => invoice_id === id))
          sums.set(programOfItem(item), (sums.get(programOfItem(item)) ?? 0) + item.amount_sen + item.tax_sen)
    return sums
  }

  test.each(['2026-03-31', '2026-04-30', today, '2026-05-01', '2026-07-10'])('on %s', async (on) => {
    for (const view of views()) {
      const who = { scope: view.scope, today }
      const query = { on, ...(view.branch_id && { branch_id: view.branch_id }) }
      const rows = await everyRow(at.tenant, programSummaryList, query, who)
      const [from, before] = [startOfMonth(on), addDays(startOfMonth(on), -1)]
      const [bills, money] = [billed(view, from, on), received(view, from, on)]
      const expected = [...raw.programs.map(({ id }) => id), null].flatMap((program_id) => {
        const tally = { active: 0, paused: 0, joined: 0, left: 0 }
        for (const pupil of raw.students) {
          if (!seen(view, pupil.branch_id)) continue
          const own = raw.seats.filter(
            ({ student_id, subject_id }) => student_id === pupil.id && programOf(subject_id) === program_id,
          )
          const here = own.filter((seat) => sits(seat, on))
          const was = own.some((seat) => sits(seat, before))
          if (here.some((seat) => !rests(seat, on))) tally.active++
          else if (here.length > 0) tally.paused++
          if (here.length > 0 && !was) tally.joined++
          if (here.length === 0 && was) tally.left++
        }
        const sums = { billed_sen: bills.get(program_id) ?? 0, collected_sen: money.get(program_id) ?? 0 }
        const line = { program_id, ...tally, ...sums }
        return Object.values(line).some((value) => typeof value === 'number' && value !== 0) ? [line] : []
      })
      const figures = rows.map(({ id: _, on: __, program: ___, department: ____, ...row }) => row)
      const ordered = (lines: { program_id: string | null }[]) =>
        lines.toSorted((one, other) => String(one.program_id).localeCompare(String(other.program_id)))
      expect(ordered(figures)).toEqual(ordered(expected))
      if (view.scope === everyone)
        expect(await provesItself(programSummaryReport, rows, query, who)).toBeGreaterThanOrEqual(4)
    }
  })

  test('come to what was billed and what paid invoices, none of it lost between programs', async () => {
    const { totals } = await listed(at.tenant, programSummaryList, { on: '2026-04-30' }, { today })
    const inApril = (day: string | null) => day?.slice(0, 7) === '2026-04'
    const sum = (each: readonly number[]) => each.reduce((all, one) => all + one, 0)
    expect(totals.billed_sen).toBe(
      sum(
        raw.invoices.flatMap(({ issued_on, status, total_sen }) =>
          inApril(issued_on) && status !== 'cancelled' ? [total_sen] : [],
        ),
      ),
    )
    expect(totals.collected_sen).toBe(
      sum(
        raw.collections.flatMap(({ collected_on, gross_sen }) => (inApril(collected_on) ? [gross_sen] : [])),
      ),
    )
    expect(totals.collected_sen).toBeGreaterThan(0)
  })
})

describe('classes on a day', () => {
  test.each(['2026-03-31', today, '2026-07-10'])('on %s', async (on) => {
    for (const view of views()) {
      const who = { scope: view.scope, today }
      const query = { on, ...(view.branch_id && { branch_id: view.branch_id }) }
      const rows = await everyRow(at.tenant, branchSubjectList, query, who)
      const alive = new Set(raw.students.map(({ id }) => id))
      const expected = raw.subjects.flatMap((one) => {
        if (!seen(view, one.branch_id)) return []
        const seats = raw.seats.filter(
          (seat) => seat.subject_id === one.id && alive.has(seat.student_id) && sits(seat, on),
        )
        const paused = seats.filter((seat) => rests(seat, on)).length
        const runs =
          one.status === 'active'
            ? (one.starts_on ?? '0') <= on && (one.ends_on ?? '9999') >= on
            : one.status === 'closed' && one.closed_on! >= on
        if (!runs && seats.length === 0) return []
        const prices = (monthly: boolean) => {
          const fees = raw.fees.filter(
            ({ subject_id, status, starts_on, ends_on, frequency }) =>
              subject_id === one.id &&
              status === 'active' &&
              starts_on <= on &&
              (ends_on ?? '9999') >= on &&
              (frequency === 'monthly') === monthly,
          )
          return fees.reduce<number | null>((sum, fee) => (sum ?? 0) + fee.amount_sen * fee.quantity, null)
        }
        return [
          {
            ...{ id: one.id, active: seats.length - paused, paused, capacity: one.capacity },
            free: one.capacity === null ? null : Math.max(0, one.capacity - seats.length),
            ...{ monthly_sen: prices(true), other_sen: prices(false) },
          },
        ]
      })
      const figures = rows.map(
        ({ on: _, place: __, branch: ___, subject: ____, code: _____, program: ______, ...row }) => row,
      )
      const ordered = (lines: { id: string }[]) =>
        lines.toSorted((one, other) => one.id.localeCompare(other.id))
      expect(ordered(figures)).toEqual(ordered(expected))
      expect(await provesItself(branchSubjectReport, rows, query, who)).toBe(rows.length * 2)
    }
  })

  test('lists the seats of a day by class, also of those who are of another branch', async () => {
    for (const scope of scopes()) {
      const rows = await everyRow(at.tenant, enrolmentReportList, { on: today }, { scope, today })
      const alive = new Set(raw.students.map(({ id }) => id))
      const expected = raw.seats.filter(
        (seat) =>
          sits(seat, today) &&
          alive.has(seat.student_id) &&
          reaches(scope, raw.subjects.find(({ id }) => id === seat.subject_id)!.branch_id),
      )
      expect(rows.map(({ id, state }) => `${id} ${state}`).toSorted()).toEqual(
        expected.map((seat) => `${seat.id} ${rests(seat, today) ? 'paused' : 'active'}`).toSorted(),
      )
    }
  })
})

describe('the list of students', () => {
  const roleReader = (roles: readonly SessionRole[]): Partial<Reader> => ({ roles, today, keys: at.keys })

  test('has each student of the scope, with masked numbers and classes', async () => {
    for (const scope of scopes()) {
      const rows = await everyRow(at.tenant, studentReportList, {}, { ...roleReader(['admin']), scope })
      const pupils = raw.students.filter(({ branch_id }) => reaches(scope, branch_id))
      expect(rows.map(({ id }) => id).toSorted()).toEqual(pupils.map(({ id }) => id).toSorted())
      for (const row of rows) {
        const names = raw.seats
          .filter(({ student_id, status }) => student_id === row.id && ['active', 'paused'].includes(status))
          .map(({ subject_id }) => raw.subjects.find(({ id }) => id === subject_id)!.name)
        expect(row.subjects?.split(', ').toSorted() ?? []).toEqual(names.toSorted())
      }
    }
  })

  test('masks identity numbers as the page of the student does', async () => {
    const rows = await everyRow(at.tenant, studentReportList, {}, roleReader(['clerk']))
    for (const { id, identity } of rows) {
      const row = await at.tenant.read((db) => studentRow(db, everyone, at.keys, id))
      expect(identity).toBe(row.identity_masked ?? row.birth_cert_masked)
      expect(identity).toMatch(/^(160504-\*\*-\*\*\d\d|\*+\w\w)$/)
    }
    const { length } = rows.filter(({ identity }) => identity?.startsWith('160504-'))
    expect(length).toBeGreaterThan(20)
    expect(length).toBeLessThan(rows.length)
  })

  test('masks them in a PDF, too', async () => {
    const parameters = { name: studentReportList.name, query: '', scope: everyone, roles: ['clerk'] }
    const order = { kind: 'list', parameters, locale: 'en', created_at: new Date(`${today}T04:00:00Z`) }
    const { draw } = await at.tenant.read((db) => sheetOf(db, order as never, { keys: at.keys } as never))
    const html = renderToStaticMarkup(draw(null))
    expect(html).toContain('160504-**-**')
    expect(html).not.toMatch(/16050499/)
  })

  test('has in the row only what a role may see', async () => {
    const scope = { ...everyone, scope: 'branch', branch_ids: raw.branches.map(({ id }) => id) } as const
    const keysOf = async (list: Parameters<typeof listed>[1], roles: readonly SessionRole[]) =>
      Object.keys((await listed(at.tenant, list, {}, { ...roleReader(roles), scope })).rows[0]!)
    const sensitive = ['identity_no_sealed', 'birth_cert_no', 'identity_type']
    for (const roles of [['admin'], ['clerk'], ['class-admin']] as const)
      for (const key of sensitive) expect(await keysOf(studentReportList as never, roles)).not.toContain(key)
    for (const list of [programSummaryList, branchSubjectList, studentReportList]) {
      const amounts = (keys: string[]) => keys.filter((key) => key.endsWith('_sen'))
      expect(amounts(await keysOf(list as never, ['class-admin']))).toEqual([])
      const columns = columnsFor(list as never, { ...roleReader(['class-admin']), scope } as Reader, 'file')
      expect(columns.filter(({ kind }) => kind === 'money')).toEqual([])
    }
    expect(await keysOf(programSummaryList as never, ['clerk'])).toContain('billed_sen')
    expect(await keysOf(branchSubjectList as never, ['clerk'])).toContain('monthly_sen')
  })

  test('is not ordered by money for who may not see it', async () => {
    const order = async (sort: string) =>
      (
        await listed(at.tenant, programSummaryList, { on: today, sort }, roleReader(['class-admin']))
      ).rows.map(({ id }) => id)
    expect(await order('-billed_sen')).toEqual(await order('program'))
    expect(await order('billed_sen')).toEqual(await order('program'))
  })

  test('ignores links that are none', async () => {
    const { total } = await listed(at.tenant, studentReportList, {}, { today })
    for (const moved of ['joined', 'joined.2026-13-01.2026-01-31', 'stolen.2026-01-01.2026-01-31', "left.'"])
      expect((await listed(at.tenant, studentReportList, { moved }, { today })).total).toBe(total)
  })
})
