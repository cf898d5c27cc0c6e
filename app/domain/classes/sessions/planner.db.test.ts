import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { duty, lesson } from '#app/domain/catalogue/subjects/test-support.ts'
import { addDays } from '#app/domain/core/dates.ts'
import { newId } from '#db/id.ts'
import { withPlatform } from '#db/with-tenant.ts'
import { branch, insert, student, subject, type Trx, user } from '#tests/support/database/factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { planSessions } from './plan-sessions.ts'
import { clearSessions, session } from './test-support.ts'
import { daysAhead } from './words.ts'

/** A Monday. */
const today = '2026-03-02'
const words = { schedule: 'The schedule changed', class: 'The class is over' }
let tenant: Tenant
beforeAll(async () => {
  tenant = await freshTenant()
})
beforeEach(() => tenant.write(clearSessions))

const plan = () => tenant.write((trx) => planSessions(trx, today, words))
const sessions = (subject_id: string) =>
  tenant.read((db) =>
    db
      .selectFrom('class_session')
      .selectAll()
      .where('subject_id', '=', subject_id)
      .orderBy('held_on')
      .orderBy(sql.ref('class_session.starts'))
      .execute(),
  )
const days = async (subject_id: string) =>
  (await sessions(subject_id)).filter(({ status }) => status !== 'cancelled').map(({ held_on }) => held_on)

/** A class on Mondays from 10 to 11, unless it is given others. */
async function mondays(trx: Trx, given: Parameters<typeof subject>[1] = {}, room?: string) {
  const row = await subject(trx, given)
  await lesson(trx, row.id, 1, '10:00', '11:00', room)
  return row
}

test('sessions are planned fourteen days ahead, once, within the dates of active classes', async () => {
  const [open, within, off, bare] = await tenant.write(async (trx) => [
    await mondays(trx),
    await mondays(trx, { starts_on: '2026-03-03', ends_on: '2026-03-15' }),
    await mondays(trx, { status: 'inactive' }),
    await subject(trx),
  ])
  await tenant.write((trx) => lesson(trx, open!.id, 3, '08:00', '09:30', 'Lab'))
  expect(await plan()).toEqual({ added: 6, changed: 0, removed: 0, cancelled: 0, restored: 0 })
  expect(await days(open!.id)).toEqual(['2026-03-02', '2026-03-04', '2026-03-09', '2026-03-11', '2026-03-16'])
  expect(addDays(today, daysAhead)).toBe('2026-03-16')
  expect(await days(within!.id)).toEqual(['2026-03-09'])
  expect(await days(off!.id)).toEqual([])
  expect(await days(bare!.id)).toEqual([])
  expect((await sessions(open!.id))[1]).toMatchObject({
    ...{ room: 'Lab', minutes: 90, kind: 'regular', status: 'planned', clash: null },
    planned_on: '2026-03-04',
  })
  expect(await plan()).toEqual({ added: 0, changed: 0, removed: 0, cancelled: 0, restored: 0 })
})

test('public holidays close a state, yearly ones each year, and closures a branch or all', async () => {
  const [selangor, kelantan] = await tenant.write(async (trx) => {
    const [one, two] = [await branch(trx, { state: 'Selangor' }), await branch(trx, { state: 'Kelantan' })]
    const rows = [await mondays(trx, { branch_id: one.id }), await mondays(trx, { branch_id: two.id })]
    await insert(trx, 'closure', {
      ...{ id: newId(), name: 'Cuti pertengahan penggal', starts_on: '2026-03-14', ends_on: '2026-03-20' },
      branch_id: two.id,
    })
    return rows
  })
  const holidays = [
    { closed_on: '2026-03-02', state: 'Selangor', yearly: false, name: 'Cuti Ujian' },
    { closed_on: '2021-03-09', state: 'Kelantan', yearly: true, name: 'Hari Ujian' },
  ].map((row) => ({ id: newId(), ...row }))
  await withPlatform(tenant.database.pool, (trx) =>
    trx.insertInto('platform.closure_date').values(holidays).execute(),
  )
  try {
    await plan()
    expect(await days(selangor!.id)).toEqual(['2026-03-09', '2026-03-16'])
    expect(await days(kelantan!.id)).toEqual(['2026-03-02'])
  } finally {
    const ids = holidays.map(({ id }) => id)
    await withPlatform(tenant.database.pool, (trx) =>
      trx.deleteFrom('platform.closure_date').where('id', 'in', ids).execute(),
    )
  }
})

test('a closure added later cancels what nobody moved, with its name, and lets it come back', async () => {
  const { id } = await tenant.write((trx) => mondays(trx))
  await plan()
  const closure = { id: newId(), name: 'Gotong-royong', starts_on: '2026-03-08', ends_on: '2026-03-09' }
  await tenant.write((trx) => insert(trx, 'closure', closure))
  expect(await plan()).toMatchObject({ cancelled: 1, removed: 0 })
  expect((await sessions(id))[1]).toMatchObject({
    ...{ status: 'cancelled', cancel_reason: 'Gotong-royong', cancel_cause: 'closure', cancelled_by: null },
  })
  expect(await plan()).toMatchObject({ cancelled: 0, restored: 0 })
  await tenant.write((trx) => trx.deleteFrom('closure').execute())
  expect(await plan()).toMatchObject({ restored: 1 })
  expect((await sessions(id))[1]).toMatchObject({
    status: 'planned',
    cancel_reason: null,
    cancel_cause: null,
  })
})

test('what a person cancelled stays cancelled', async () => {
  const { id } = await tenant.write((trx) => mondays(trx))
  await plan()
  const by = { status: 'cancelled', cancelled_at: new Date(), cancel_reason: 'The trainer is ill today' }
  await tenant.write((trx) =>
    trx.updateTable('class_session').set(by).where('held_on', '=', '2026-03-09').execute(),
  )
  await plan()
  expect(await days(id)).toEqual(['2026-03-02', '2026-03-16'])
  expect(await sessions(id)).toHaveLength(3)
})

test('a schedule that changes while its sessions are marked changes only what nobody has touched', async () => {
  const { id } = await tenant.write(async (trx) => {
    const row = await mondays(trx, {}, 'A')
    await lesson(trx, row.id, 3, '10:00', '11:00')
    return row
  })
  await plan()
  const set = (held_on: string, values: object) =>
    tenant.write((trx) =>
      trx
        .updateTable('class_session')
        .set(values)
        .where('held_on', '=', held_on)
        .where('subject_id', '=', id)
        .execute(),
    )
  await set('2026-03-02', { status: 'open', opened_at: new Date() })
  await set('2026-03-04', { status: 'open', opened_at: new Date() })
  await set('2026-03-09', { starts: '15:00', ends: '16:00', is_edited: true })
  await tenant.write(async (trx) => {
    await trx.deleteFrom('subject_schedule').where('subject_id', '=', id).where('weekday', '=', 3).execute()
    await trx
      .updateTable('subject_schedule')
      .set({ ends: '11:30', room: 'B' })
      .where('subject_id', '=', id)
      .execute()
  })
  expect(await plan()).toMatchObject({ added: 0, changed: 1, removed: 1, cancelled: 0 })
  const rows = await sessions(id)
  expect(rows.map((row) => [row.held_on, row.starts.slice(0, 5), row.ends.slice(0, 5), row.room])).toEqual([
    ['2026-03-02', '10:00', '11:00', 'A'],
    ['2026-03-04', '10:00', '11:00', null],
    ['2026-03-09', '15:00', '16:00', 'A'],
    ['2026-03-16', '10:00', '11:30', 'B'],
  ])
})

test('a session of which anything is known is cancelled where its slot is gone, not removed', async () => {
  const { id } = await tenant.write((trx) => mondays(trx))
  await plan()
  const marked = (await sessions(id))[1]!
  await tenant.write(async (trx) => {
    const by = await user(trx, { roles: ['trainer'] })
    await insert(trx, 'attendance_mark', {
      ...{ session_id: marked.id, student_id: (await student(trx)).id, mark: 'present' },
      ...{ marked_at: new Date(), marked_by: by.id, entry_id: newId() },
    })
    await trx.deleteFrom('subject_schedule').execute()
  })
  expect(await plan()).toMatchObject({ removed: 2, cancelled: 1 })
  expect(await sessions(id)).toMatchObject([
    { id: marked.id, status: 'cancelled', cancel_reason: words.schedule, cancel_cause: 'schedule' },
  ])
})

test('a trainer and a room that are taken are left out, and given once they are free', async () => {
  const { first, second } = await tenant.write(async (trx) => {
    const teacher = await user(trx, { roles: ['trainer'] })
    const [first, second] = [
      await mondays(trx, { code: 'A1' }, 'Lab'),
      await mondays(trx, { code: 'B1' }, 'lab'),
    ]
    for (const { id } of [first, second]) await duty(trx, id, teacher.id, 'main')
    return { first, second }
  })
  await plan()
  for (const one of await sessions(first.id)) expect(one).toMatchObject({ clash: null, room: 'Lab' })
  for (const one of await sessions(second.id))
    expect(one).toMatchObject({ clash: 'both', room: null, trainer_user_id: null })
  const by = { status: 'cancelled', cancelled_at: new Date(), cancel_reason: 'The trainer is ill today' }
  await tenant.write((trx) =>
    trx
      .updateTable('class_session')
      .set(by)
      .where('subject_id', '=', first.id)
      .where('held_on', '=', today)
      .execute(),
  )
  await plan()
  const [now, later] = await sessions(second.id)
  expect(now).toMatchObject({ clash: null, room: 'lab' })
  expect(now!.trainer_user_id).not.toBeNull()
  expect(later).toMatchObject({ clash: 'both' })
})

test('the sessions of a class that was closed are gone, and those that a person added are cancelled', async () => {
  const { id } = await tenant.write(async (trx) => {
    const row = await mondays(trx)
    await session(trx, { subject_id: row.id, held_on: '2026-03-10' })
    return row
  })
  await plan()
  await tenant.write((trx) =>
    trx
      .updateTable('subject')
      .set({ status: 'closed', closed_on: '2026-03-05' })
      .where('id', '=', id)
      .execute(),
  )
  expect(await plan()).toMatchObject({ removed: 3, cancelled: 1 })
  expect(await sessions(id)).toMatchObject([
    { held_on: '2026-03-10', cancel_cause: 'class', cancel_reason: words.class },
  ])
})

test('lessons that are too short or too long for a session are left out', async () => {
  const { id } = await tenant.write(async (trx) => {
    const row = await subject(trx)
    await lesson(trx, row.id, 1, '10:00', '10:14')
    await lesson(trx, row.id, 2, '07:00', '15:01')
    await lesson(trx, row.id, 3, '07:00', '15:00')
    return row
  })
  await plan()
  expect(await days(id)).toEqual(['2026-03-04', '2026-03-11'])
})

test('two planners at once plan each session once', async () => {
  const { id } = await tenant.write((trx) => mondays(trx))
  const both = await Promise.all([plan(), plan()])
  expect(both.map(({ added }) => added).sort()).toEqual([0, 3])
  expect(await days(id)).toHaveLength(3)
})

test('a thousand classes take as many statements as one', async () => {
  const statements = async () => {
    let count = 0
    await tenant.write(async (trx) => {
      const counted = trx.withPlugin({
        transformQuery: ({ node }) => {
          count += 1
          return node
        },
        transformResult: async ({ result }) => result,
      })
      await planSessions(counted as typeof trx, today, words)
    })
    return count
  }
  await tenant.write((trx) => mondays(trx))
  const few = await statements()
  await tenant.write(async (trx) => {
    const { program_id, branch_id } = await subject(trx)
    await sql`insert into subject (id, code, name, program_id, branch_id)
      select gen_random_uuid(), 'M' || n, 'Kelas ' || n, ${program_id}, ${branch_id} from generate_series(1, 1000) as n`.execute(
      trx,
    )
    await sql`insert into subject_schedule (subject_id, weekday, starts, ends)
      select id, 2, '10:00', '11:00' from subject where code like 'M%'`.execute(trx)
  })
  expect(await statements()).toBe(few)
  expect(few).toBeLessThan(20)
  const { count } = await tenant.read((db) =>
    db.selectFrom('class_session').select(sql<number>`count(*)`.as('count')).executeTakeFirstOrThrow(),
  )
  expect(Number(count)).toBe(2003)
})
