import { beforeAll, expect, test } from 'vitest'
import type { RowScope } from '#app/domain/core/actor.ts'
import {
  branch,
  enrolment,
  insert,
  parent,
  student,
  subject,
  user,
} from '#tests/support/database/factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { rosterCount, rosterOf } from './roster.ts'
import { sessionsIn } from './session-scope.ts'
import { session } from './test-support.ts'

let tenant: Tenant
beforeAll(async () => {
  tenant = await freshTenant()
})

const scoped = (given: Partial<RowScope>): RowScope => ({
  ...{ scope: 'all', user_id: '00000000-0000-0000-0000-000000000000', branch_ids: [], parent_id: null },
  ...given,
})
const reached = async (given: Partial<RowScope>, among: string[]) => {
  const rows = await tenant.read((db) =>
    sessionsIn(db, scoped(given)).select('class_session.id').where('class_session.id', 'in', among).execute(),
  )
  return rows.map(({ id }) => among.indexOf(id)).sort()
}

test('sessions are reached by branch, by class and by who gives them in place of another', async () => {
  const { ids, here, helper, replacement } = await tenant.write(async (trx) => {
    const here = await branch(trx)
    const [mine, other] = [await subject(trx, { branch_id: here.id }), await subject(trx)]
    const helper = await user(trx, { roles: ['class-assistant'] })
    const replacement = await user(trx, { roles: ['trainer'] })
    await insert(trx, 'subject_trainer', { subject_id: mine.id, user_id: helper.id, duty: 'assistant' })
    const sessions = [
      await session(trx, { subject_id: mine.id }),
      await session(trx, { subject_id: other.id, trainer_user_id: replacement.id }),
    ]
    return { ids: sessions.map(({ id }) => id), here, helper, replacement }
  })
  expect(await reached({}, ids)).toEqual([0, 1])
  expect(await reached({ scope: 'branch', branch_ids: [here.id] }, ids)).toEqual([0])
  expect(await reached({ scope: 'branch' }, ids)).toEqual([])
  expect(await reached({ scope: 'class', user_id: helper.id }, ids)).toEqual([0])
  expect(await reached({ scope: 'class', user_id: replacement.id }, ids)).toEqual([1])
})

test('a parent reaches the days on which an own child was enrolled, and no other', async () => {
  const { ids, father } = await tenant.write(async (trx) => {
    const { id: subject_id } = await subject(trx)
    const father = await parent(trx)
    const child = await student(trx)
    await insert(trx, 'student_parent', {
      ...{
        student_id: child.id,
        parent_id: father.id,
        relationship: 'father',
        is_primary: false,
        is_payer: false,
      },
    })
    const seat = await enrolment(trx, {
      ...{
        subject_id,
        student_id: child.id,
        starts_on: '2026-03-02',
        ends_on: '2026-03-20',
        status: 'ended',
      },
    })
    await insert(trx, 'enrolment_pause', {
      ...{ enrolment_id: seat.id, paused_from: '2026-03-09', paused_to: '2026-03-10' },
    })
    const sessions = []
    for (const held_on of [
      '2026-03-01',
      '2026-03-02',
      '2026-03-09',
      '2026-03-11',
      '2026-03-20',
      '2026-03-21',
    ])
      sessions.push(await session(trx, { subject_id, held_on }))
    return { ids: sessions.map(({ id }) => id), father }
  })
  expect(await reached({ scope: 'own', parent_id: father.id }, ids)).toEqual([1, 3, 4])
  expect(await reached({ scope: 'own', parent_id: '00000000-0000-0000-0000-000000000000' }, ids)).toEqual([])
})

test('a roster has who is enrolled on that day, by name', async () => {
  const { id } = await tenant.write(async (trx) => {
    const { id: subject_id } = await subject(trx)
    const seat = async (name: string, given: Parameters<typeof enrolment>[1] = {}) => {
      const row = await enrolment(trx, { subject_id, starts_on: '2026-01-01', ...given })
      await trx.updateTable('student').set({ name }).where('id', '=', row.student_id).execute()
      return row
    }
    await seat('Zara binti Contoh')
    await seat('Amir bin Contoh', { starts_on: '2026-03-02' })
    await seat('Begins later', { starts_on: '2026-03-03' })
    await seat('Left yesterday', { status: 'ended', ends_on: '2026-03-01' })
    await seat('Leaves tonight', { status: 'ended', ends_on: '2026-03-02' })
    await seat('Waits', { status: 'waitlisted' })
    const paused = await seat('Is paused', { status: 'paused' })
    await insert(trx, 'enrolment_pause', { enrolment_id: paused.id, paused_from: '2026-02-01' })
    const removed = await seat('Is removed')
    await trx
      .updateTable('student')
      .set({ deleted_at: new Date() })
      .where('id', '=', removed.student_id)
      .execute()
    return session(trx, { subject_id })
  })
  const roster = await tenant.read((db) => rosterOf(db, id))
  expect(roster.map(({ name }) => name)).toEqual(['Amir bin Contoh', 'Leaves tonight', 'Zara binti Contoh'])
  const counted = await tenant.read((db) =>
    sessionsIn(db, scoped({}))
      .select(rosterCount.as('count'))
      .where('class_session.id', '=', id)
      .executeTakeFirstOrThrow(),
  )
  expect(counted.count).toBe(3)
})
