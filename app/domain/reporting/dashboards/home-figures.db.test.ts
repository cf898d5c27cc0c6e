import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { collectionList } from '#app/domain/accounting/collections/find-collections.ts'
import { subjectList } from '#app/domain/catalogue/subjects/find-subjects.ts'
import { attendanceList } from '#app/domain/classes/attendance/find-marks.ts'
import type { Role } from '#app/domain/core/access/access.ts'
import type { RowScope } from '#app/domain/core/actor.ts'
import { addDays, addMonths, endOfMonth } from '#app/domain/core/dates.ts'
import { paymentList } from '#app/domain/payments/payments/find-payments.ts'
import { studentList } from '#app/domain/people/students/find-students.ts'
import { newId } from '#db/id.ts'
import { branch, enrolment, insert, student, subject, type Trx } from '#tests/support/database/factories.ts'
import { listed } from '#tests/support/database/lists.ts'
import { payment } from '#tests/support/database/money-factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { classes } from './dashboard.ts'
import { deadlines } from './deadlines.ts'
import { figures, till } from './figures.ts'
import { activeStudents, attendanceByWeek, sessionsToday, studentMoves } from './people.ts'

/** A Monday, so that the running week has one day. */
const today = '2026-06-15'
let tenant: Tenant
let far: string

/** What was booked: the expected figures are added up from this list alone. */
const booked: { on: string; branch_id: string; method: string; sen: number }[] = []

beforeAll(async () => {
  tenant = await freshTenant()
  const clerk = await tenant.actor('clerk')
  await tenant.write(async (trx) => {
    far = (await branch(trx)).id
    const here = tenant.branch.id
    await book(trx, { on: '2026-06-01', branch_id: here, method: 'cash', sen: 10_000 })
    await book(trx, { on: '2026-06-01', branch_id: far, method: 'fpx', sen: 5_000 }, { payer_fee_sen: 100 })
    await book(trx, { on: today, branch_id: here, method: 'cash', sen: 2_300 }, { received_by: clerk.id })
    await book(trx, { on: today, branch_id: far, method: 'cheque', sen: 70_000 })
    await book(trx, { on: '2026-05-31', branch_id: here, method: 'bank_transfer', sen: 3_000 })
    await book(trx, { on: '2025-06-30', branch_id: here, method: 'cash', sen: 8_800 })
    await book(trx, { on: '2025-07-01', branch_id: far, method: 'fpx', sen: 4_400 })
    await book(trx, { on: '2024-06-30', branch_id: here, method: 'cash', sen: 99_900 })
    // Taken back in a later month, in which nothing else came in.
    await book(trx, { on: '2026-02-10', branch_id: here, method: 'cheque', sen: 6_000 }, {}, '2026-04-02')
    await people(trx)
  })
})

interface Booked {
  on: string
  branch_id: string
  method: string
  sen: number
}

/** A payment with its line, and the line that takes it back. */
async function book(trx: Trx, one: Booked, given: object = {}, back?: string) {
  const cancelled = back ? { status: 'cancelled', cancel_reason: 'Tersilap' } : {}
  const fee = (given as { payer_fee_sen?: number }).payer_fee_sen ?? 0
  const { on, branch_id, method, sen } = one
  const row = await payment(trx, {
    ...{ branch_id, method, paid_on: on, amount_sen: sen + fee, ...given, ...cancelled },
  })
  for (const [collected_on, sign] of [[on, 1] as const, ...(back ? [[back, -1] as const] : [])]) {
    await insert(trx, 'collection', {
      ...{ id: newId(), collected_on, source: 'invoice', payment_id: row.id, branch_id, method },
      ...{ gross_sen: sign * (sen + fee), payer_fee_sen: sign * fee, net_sen: sign * sen },
      status: back ? 'reversed' : 'collected',
    })
    booked.push({ on: collected_on, branch_id, method, sen: sign * sen })
  }
}

async function people(trx: Trx) {
  const here = tenant.branch.id
  const trainer = await tenant.actor('trainer')
  const pupils = []
  for (const given of [
    { registered_on: '2026-06-02' },
    { registered_on: '2026-06-14', branch_id: far },
    { registered_on: '2026-01-05', status: 'withdrawn', status_on: '2026-06-03' },
    { registered_on: '2025-07-01', status: 'graduated', status_on: '2026-03-31' },
    { registered_on: '2025-06-30', status: 'inactive', status_on: '2026-06-03' },
    { registered_on: '2026-06-05', deleted_at: new Date() },
  ])
    pupils.push(await student(trx, { branch_id: here, ...given }))
  const [mine, other] = [await subject(trx, { branch_id: here }), await subject(trx, { branch_id: far })]
  await insert(trx, 'subject_trainer', { subject_id: mine.id, user_id: trainer.id })
  await enrolment(trx, { student_id: pupils[0]!.id, subject_id: mine.id })
  const marks: [class_: typeof mine, on: string, given: [index: number, mark: string, more?: object][]][] = [
    [mine, today, [[0, 'present']]],
    [
      mine,
      '2026-06-08',
      [
        [0, 'absent'],
        [2, 'late', { late_minutes: 4 }],
        [3, 'excused'],
        [4, 'present', { is_trial: true }],
      ],
    ],
    [other, '2026-06-14', [[1, 'present']]],
    [mine, '2026-04-26', [[0, 'present']]],
  ]
  for (const [index, [{ id: subject_id, branch_id }, held_on, given]] of marks.entries()) {
    const session = await insert(trx, 'class_session', {
      ...{ id: newId(), subject_id, branch_id, kind: 'extra', held_on, starts: `1${index}:00` },
      ...{ ends: `1${index}:45`, register_code: randomUUID(), trainer_user_id: trainer.id },
      ...{ status: 'confirmed', confirmed_at: new Date(), confirmed_by: trainer.id },
    })
    for (const [pupil, mark, more = {}] of given)
      await insert(trx, 'attendance_mark', {
        ...{ session_id: session.id, student_id: pupils[pupil]!.id, marked_at: new Date() },
        ...{ marked_by: trainer.id, entry_id: newId(), mark, ...more },
      })
  }
  for (const [starts, status] of [
    ['08:00', 'planned'],
    ['09:00', 'cancelled'],
  ] as const)
    await insert(trx, 'class_session', {
      ...{ id: newId(), subject_id: mine.id, branch_id: here, kind: 'extra', held_on: today, starts },
      ...{ ends: '09:30', register_code: randomUUID(), status, trainer_user_id: trainer.id },
      ...(status === 'cancelled' ? { cancel_reason: 'Cuti', cancelled_at: new Date() } : {}),
    })
}

async function scopeOf(role: Role, name: RowScope['scope']): Promise<RowScope> {
  const { id, branch_ids, parent_id } = await tenant.actor(role)
  return { scope: name, user_id: id!, branch_ids, parent_id: parent_id ?? null }
}

describe.each([
  ['admin', 'all'],
  ['supervisor', 'branch'],
] as const)('what the figures say to %s', (role, name) => {
  const mine = ({ branch_id }: { branch_id: string }) => name === 'all' || branch_id === tenant.branch.id
  const sumOf = (within: (row: Booked) => boolean) =>
    booked.filter((row) => mine(row) && within(row)).reduce((sum, { sen }) => sum + sen, 0)
  const found = async () => {
    const scope = await scopeOf(role, name)
    return { scope, ...(await tenant.read((db) => figures(db, scope, today))) }
  }

  test('months, and the same months a year before, are what was booked in them', async () => {
    const { months } = await found()
    expect(months).toHaveLength(12)
    for (const { month, sen, before_sen } of months) {
      const of = (first: string) => sumOf(({ on }) => on.slice(0, 7) === first.slice(0, 7))
      expect([month, sen, before_sen]).toEqual([month, of(month), of(addMonths(month, -12))])
    }
    expect(months.find(({ month }) => month === '2026-04-01')!.sen).toBe(-6_000)
  })

  test('methods add up to the month and to the day', async () => {
    const { methods, collected, received } = await found()
    for (const { method, sen, today_sen } of methods) {
      const of = (begins: string) => sumOf((row) => row.method === method && row.on.startsWith(begins))
      expect([method, sen, today_sen]).toEqual([method, of('2026-06'), of(today)])
    }
    expect(methods.reduce((sum, { sen }) => sum + sen, 0)).toBe(collected.sen)
    expect(methods.reduce((sum, { today_sen }) => sum + today_sen, 0)).toBe(received.sen)
    expect(methods.map(({ sen }) => sen)).toEqual(methods.map(({ sen }) => sen).toSorted((a, b) => b - a))
  })

  test('each is, with the bank’s fees named beside it, the total of the list of payments that it leads to', async () => {
    const { scope, months, methods, received } = await found()
    const total = async (search: Record<string, string>) =>
      (await listed(tenant, paymentList, search, { scope, today, roles: [role] })).totals.amount_sen
    for (const { month, sen, fees_sen } of months) {
      const to = month === '2026-06-01' ? today : endOfMonth(month)
      expect([month, await total({ from: month, to })]).toEqual([month, sen + fees_sen])
    }
    for (const { method, sen, fees_sen, today_sen } of methods) {
      expect(await total({ method, from: '2026-06-01', to: today })).toBe(sen + fees_sen)
      expect(await total({ method, from: today, to: today })).toBe(today_sen)
    }
    expect(await total({ from: today, to: today })).toBe(received.sen + received.fees_sen)
  })
})

test('the till is the total of the list of collections that it leads to', async () => {
  const scope = await scopeOf('clerk', 'branch')
  const { sen, count } = await tenant.read((db) => till(db, scope.user_id, today))
  expect([sen, count]).toEqual([2_300, 1])
  const search = { method: 'cash', clerk: scope.user_id, from: today, to: today }
  const { total, totals } = await listed(tenant, collectionList, search, { scope, today, roles: ['clerk'] })
  expect([totals.gross_sen, total]).toEqual([sen, count])
})

describe.each([
  [
    'admin',
    'all',
    { '2025-07-01': [1, 0], '2026-01-01': [1, 0], '2026-03-01': [0, 1], '2026-06-01': [2, 1] },
  ],
  [
    'class-admin',
    'branch',
    { '2025-07-01': [1, 0], '2026-01-01': [1, 0], '2026-03-01': [0, 1], '2026-06-01': [1, 1] },
  ],
  ['trainer', 'class', { '2026-06-01': [1, 0] }],
] as const)('students who came and went, to %s', (role, name, expected) => {
  test('are counted in their month, and as many as the list shows', async () => {
    const scope = await scopeOf(role, name)
    const rows = await tenant.read((db) => studentMoves(db, scope, today))
    expect(rows).toHaveLength(12)
    const some = rows.filter(({ joined, left }) => joined + left > 0)
    expect(Object.fromEntries(some.map(({ month, joined, left }) => [month, [joined, left]]))).toEqual(
      expected,
    )
    for (const { month, ...row } of some)
      for (const key of ['joined', 'left'] as const) {
        const search = { [key]: month.slice(0, 7) }
        expect((await listed(tenant, studentList, search, { scope, today, roles: [role] })).total).toBe(
          row[key],
        )
      }
  })
})

describe.each([
  ['admin', 'all', [1, 5, 1], [10_000, 6_670]],
  ['class-admin', 'branch', [1, 4, 1], [10_000, 5_000]],
  ['trainer', 'class', [1, 5, 1], [10_000, 6_670]],
] as const)('attendance by week, to %s', (role, name, [now, before, first], [rate, rateBefore]) => {
  test('counts what the list of marks shows, and rates it as reports do', async () => {
    const scope = await scopeOf(role, name)
    const rows = await tenant.read((db) => attendanceByWeek(db, scope, today))
    expect(rows.map(({ week }) => week)).toEqual(
      Array.from({ length: 8 }, (_, index) => addDays('2026-04-27', 7 * index)),
    )
    expect(rows.map(({ marks }) => marks)).toEqual([0, 0, 0, 0, 0, 0, before, now])
    expect(rows.slice(-2).map(({ rate_bp }) => rate_bp)).toEqual([rateBefore, rate])
    expect(rows[0]!.rate_bp).toBeNull()
    for (const { week, marks } of rows) {
      const search = { from: week, to: addDays(week, 6) }
      expect((await listed(tenant, attendanceList, search, { scope, today, roles: [role] })).total).toBe(
        marks,
      )
    }
    // The Sunday before the first week is in none of them.
    const search = { from: '2026-04-26', to: '2026-04-26' }
    expect((await listed(tenant, attendanceList, search, { scope, today, roles: [role] })).total).toBe(first)
  })
})

test.each([
  ['class-admin', 'branch', 1, 1],
  ['trainer', 'class', 1, 1],
  ['admin', 'all', 2, 2],
] as const)(
  'students and classes that %s is told of are as many as the lists show',
  async (role, name, students, open) => {
    const scope = await scopeOf(role, name)
    const given = { scope, today, roles: [role] }
    expect(await tenant.read((db) => activeStudents(db, scope))).toBe(students)
    expect((await listed(tenant, studentList, { status: 'active' }, given)).total).toBe(students)
    expect(await tenant.read((db) => classes(db, scope))).toHaveLength(open)
    expect((await listed(tenant, subjectList, { status: 'active' }, given)).total).toBe(open)
  },
)

test('sessions of the day leave out those that are cancelled', async () => {
  const scope = await scopeOf('class-admin', 'branch')
  const { rows, count, confirmed } = await tenant.read((db) => sessionsToday(db, scope, today, 'en'))
  expect([count, confirmed]).toEqual([2, 1])
  expect(rows.map(({ starts, status }) => [starts, status])).toEqual([
    ['08:00', 'planned'],
    ['10:00', 'confirmed'],
  ])
})

describe('deadlines', () => {
  const found = (on: string, sees: Partial<Parameters<typeof deadlines>[1]['sees']> = {}) =>
    tenant.read((db) =>
      deadlines(db, {
        ...{ today: on, entity_id: tenant.place.id },
        sees: { months: false, subscription: false, einvoice: false, ...sees },
      }),
    )

  test('the earliest month that is open is told by its last day', async () => {
    const first = { kind: 'month', on: '2024-06-30', month: '2024-06-01' }
    expect(await found(today, { months: true })).toEqual([first])
    const clerk = await tenant.actor('clerk')
    await tenant.write((trx) =>
      insert(trx, 'month_closing', {
        ...{
          id: newId(),
          month: '2024-06-01',
          closed_at: new Date(),
          closed_by: clerk.id,
          received_sen: 99_900,
          reversed_sen: 0,
        },
        ...{ fees_sen: 0, net_sen: 99_900 },
      } as never),
    )
    expect(await found(today, { months: true })).toEqual([
      { kind: 'month', on: '2024-07-31', month: '2024-07-01' },
    ])
  })

  test('nothing is told of what the reader may not see', async () => {
    expect(await found(today)).toEqual([])
  })
})
