import { beforeAll, describe, expect, test } from 'vitest'
import type { Actor, RowScope } from '#app/domain/core/actor.ts'
import { currentDay } from '#app/domain/core/clock.ts'
import { addDays } from '#app/domain/core/dates.ts'
import {
  branch,
  category,
  module,
  program,
  student,
  subject,
  subjectFee,
  type Trx,
  user,
} from '#tests/support/database/factories.ts'
import '#tests/support/product/matchers.ts'
import { listed } from '#tests/support/database/lists.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { subjects } from './change-subject.ts'
import { clashesOf } from './clashes.ts'
import { closeSubject, countEnrolments, lastDayOf, mayReopen, reopenSubject } from './close-subject.ts'
import { subjectList, subjectsOf, subject as view } from './find-subjects.ts'
import { subjectForm } from './subject.ts'
import { duty, enrolled, lesson, writer } from './test-support.ts'

const all: RowScope = { scope: 'all', user_id: '', branch_ids: [], parent_id: null }
const today = currentDay()
let tenant: Tenant
let admin: Actor & { id: string }
let last = 0

beforeAll(async () => {
  tenant = await freshTenant()
  admin = await tenant.actor('admin')
})

const write = writer(() => tenant)
const see = (id: string, scope = all) => tenant.read((db) => view(db, scope, id))
const least = async (trx: Parameters<typeof program>[0]) => ({
  ...{ code: `QS-${++last}`, name: 'Kelas Ujian', session_minutes: 60, sessions_per_month: 4 },
  ...{ program_id: (await program(trx)).id, branch_id: tenant.branch.id },
})
const create = (given: object) =>
  write(async (trx) => subjects.create(trx, admin, subjectForm.parse({ ...(await least(trx)), ...given })))
const edit = (id: string, version: number, given: object) =>
  write(async (trx) =>
    subjects.edit(trx, admin, { id, version }, subjectForm.parse({ ...(await least(trx)), ...given })),
  )
const people = (count: number, role = 'trainer') =>
  write((trx) => Promise.all(Array.from({ length: count }, () => user(trx, { roles: [role] }))))

describe('a class', () => {
  test('may belong to a module of its program, and to none of another', async () => {
    const part = await write((trx) => module(trx))
    const { program_id, id: module_id } = part
    const id = await create({ program_id, module_id })
    expect(await see(id)).toMatchObject({ program_id, module_id, module: part.name })
    await expect(create({ module_id })).toRefuse('subject.module_elsewhere', 'module_id')
    await expect(edit(id, 1, { module_id })).toRefuse('subject.module_elsewhere', 'module_id')
    await edit(id, 1, { program_id })
    expect(await see(id)).toMatchObject({ module_id: null })
  })

  test('is taken by people who hold the role, invited ones too', async () => {
    const [trainer] = await people(1)
    const [invited] = await write((trx) =>
      Promise.all([user(trx, { roles: ['trainer'], status: 'invited' })]),
    )
    const [assistant] = await people(1, 'class-assistant')
    const id = await create({
      ...{ main_trainer_id: trainer!.id, trainer_ids: [invited!.id], assistant_ids: [assistant!.id] },
    })
    expect(await see(id)).toMatchObject({
      ...{ main_trainer: trainer!.name, further_trainers: invited!.name, assistants: assistant!.name },
      trainers: `${trainer!.name}, ${invited!.name}`,
    })
    await expect(create({ main_trainer_id: assistant!.id })).toRefuse('not_found.trainer', 'main_trainer_id')
    await expect(create({ trainer_ids: [assistant!.id] })).toRefuse('not_found.trainer', 'trainer_ids')
    await expect(create({ assistant_ids: [trainer!.id] })).toRefuse('not_found.assistant', 'assistant_ids')
  })

  test('lets its people change places', async () => {
    const [one, two, three] = (await people(3)).map(({ id }) => id)
    await write((trx) =>
      trx
        .updateTable('user_account')
        .set({ roles: ['trainer', 'class-assistant'] })
        .where('id', '=', three!)
        .execute(),
    )
    const id = await create({ main_trainer_id: one, trainer_ids: [two], assistant_ids: [three] })
    await edit(id, 1, { main_trainer_id: two, trainer_ids: [three, one] })
    expect(await see(id)).toMatchObject({
      ...{ main_trainer_id: two, trainer_ids: [one, three].sort(), assistant_ids: [] },
    })
    await edit(id, 2, { main_trainer_id: one, assistant_ids: [three] })
    expect(await see(id)).toMatchObject({ main_trainer_id: one, trainer_ids: [], assistant_ids: [three] })
  })

  test('that anybody was ever in, or that costs something, is not removed', async () => {
    const remove = (id: string) => write((trx) => subjects.remove(trx, admin, { id, version: 1 }))
    const [left, costs, bare] = await write(async (trx) => {
      const rows = [await subject(trx), await subject(trx), await subject(trx)]
      await enrolled(trx, rows[0]!.id, { status: 'ended', ends_on: '2026-02-01' })
      await subjectFee(trx, { subject_id: rows[1]!.id })
      await lesson(trx, rows[2]!.id, 1, '10:00', '11:00')
      await duty(trx, rows[2]!.id, (await user(trx, { roles: ['trainer'] })).id)
      return rows
    })
    await expect(remove(left!.id)).toRefuse('subject.in_use')
    await expect(remove(costs!.id)).toRefuse('subject.in_use')
    await remove(bare!.id)
    await expect(see(bare!.id)).toRefuse('not_found.subject')
  })

  test('that is closed is neither switched on nor off', async () => {
    const { id } = await write((trx) => subject(trx, { status: 'closed', closed_on: '2026-01-31' }))
    for (const status of ['active', 'inactive'] as const)
      await expect(write((trx) => subjects.setStatus(trx, admin, { id, version: 1 }, status))).toRefuse(
        'action_not_allowed',
      )
  })
})

describe('the seats of a class', () => {
  test('are taken by who sits in it today or pauses, and not by who left, comes later or waits', async () => {
    const { id } = await write(async (trx) => {
      const row = await subject(trx, { capacity: 3 })
      for (const given of [
        { starts_on: today },
        { status: 'paused' },
        { ends_on: today },
        { ends_on: addDays(today, -1) },
        { starts_on: addDays(today, 1) },
        { status: 'ended', ends_on: today },
        { status: 'waitlisted' },
        { status: 'waitlisted' },
      ])
        await enrolled(trx, row.id, given)
      return row
    })
    expect(await see(id)).toMatchObject({ students: 3, waiting: 2 })
  })

  test('of one that has not begun are those of its first day', async () => {
    const first = addDays(today, 10)
    const { id } = await write(async (trx) => {
      const row = await subject(trx, { starts_on: first })
      await enrolled(trx, row.id, { starts_on: first })
      await enrolled(trx, row.id, { starts_on: addDays(first, 1) })
      await enrolled(trx, row.id, { ends_on: addDays(first, -1) })
      return row
    })
    expect(await see(id)).toMatchObject({ students: 1 })
  })

  test('are what the list filters by, and one without a limit is never full', async () => {
    const { id: program_id } = await write((trx) => program(trx))
    const [full, free, endless] = await write(async (trx) => {
      const rows = [
        await subject(trx, { program_id, capacity: 1 }),
        await subject(trx, { program_id, capacity: 2 }),
        await subject(trx, { program_id }),
      ]
      for (const { id } of rows) await enrolled(trx, id)
      return rows.map(({ id }) => id)
    })
    const found = async (seats: string) =>
      (await listed(tenant, subjectList, { program_id, seats })).rows.map(({ id }) => id)
    expect(await found('full')).toEqual([full])
    expect(await found('free')).toEqual([free, endless])
  })
})

describe('who sees a class', () => {
  test('follows the scope: all, the own branches, what one teaches or helps in, what the own children are in', async () => {
    const made = await write(async (trx) => {
      const far = await branch(trx)
      const [here, there] = [await subject(trx), await subject(trx, { branch_id: far.id })]
      const [teacher, helper] = [await user(trx, { roles: ['trainer'] }), await user(trx)]
      await duty(trx, there.id, teacher.id, 'main')
      await duty(trx, there.id, helper.id, 'assistant')
      const child = await student(trx)
      const left = await student(trx)
      await enrolled(trx, there.id, { student_id: child.id, status: 'waitlisted' })
      await enrolled(trx, there.id, { student_id: left.id, status: 'ended', ends_on: '2026-02-01' })
      return { far, here, there, teacher, helper, child, left }
    })
    const { far, here, there, teacher, helper, child, left } = made
    const scope = (given: Partial<RowScope>): RowScope => ({ ...all, ...given })
    const reach = async (given: Partial<RowScope>) => {
      const { rows } = await listed(tenant, subjectList, { limit: '100' }, { scope: scope(given) })
      const ids = [here.id, there.id].filter((id) => rows.some((row) => row.id === id))
      for (const { id } of [here, there]) {
        if (ids.includes(id)) expect(await see(id, scope(given))).toMatchObject({ id })
        else await expect(see(id, scope(given))).toRefuse('not_found.subject')
      }
      const parts = await tenant.read((db) => subjectsOf(db, scope(given), { branch_id: far.id }))
      expect(parts.map(({ id }) => id)).toEqual(ids.filter((id) => id === there.id))
      return ids
    }
    expect(await reach({})).toEqual([here.id, there.id])
    expect(await reach({ scope: 'branch', branch_ids: [far.id] })).toEqual([there.id])
    expect(await reach({ scope: 'branch', branch_ids: [] })).toEqual([])
    for (const { id: user_id } of [teacher, helper])
      expect(await reach({ scope: 'class', user_id })).toEqual([there.id])
    expect(await reach({ scope: 'class', user_id: child.id })).toEqual([])
    expect(await reach({ scope: 'own', parent_id: child.payer!.id })).toEqual([there.id])
    expect(await reach({ scope: 'own', parent_id: left.payer!.id })).toEqual([])
  })

  test('a family is told nothing of how many others there are, and cannot find out by asking', async () => {
    const { payer } = await write(async (trx) => {
      const row = await subject(trx, { capacity: 1 })
      const child = await student(trx)
      await enrolled(trx, row.id, { student_id: child.id })
      return child
    })
    const family = { scope: { ...all, scope: 'own', parent_id: payer!.id } } as const
    for (const query of [{}, { seats: 'free' }, { sort: 'students' }]) {
      const { rows } = await listed(tenant, subjectList, query as Record<string, string>, family)
      expect(rows).toMatchObject([{ students: 0, waiting: 0, capacity: null }])
    }
  })
})

test('the classes of a program, a module, a category, a branch and a department are found by each', async () => {
  const [row, place] = await write(async (trx) => {
    const part = await module(trx)
    const { id: category_id } = await category(trx)
    const { id: branch_id } = await branch(trx)
    const rows = { program_id: part.program_id, module_id: part.id, category_id, branch_id }
    const made = await subject(trx, rows)
    const department = await trx
      .insertInto('department')
      .values({ id: made.id, code: 'JAB-UJI', name: 'Jabatan Ujian' })
      .returning('id')
      .executeTakeFirstOrThrow()
    await trx
      .updateTable('program')
      .set({ department_id: department.id })
      .where('id', '=', part.program_id)
      .execute()
    return [made, department]
  })
  const belonging = { ...row!, department_id: place!.id } as unknown as Record<string, string>
  for (const name of ['program_id', 'module_id', 'category_id', 'branch_id', 'department_id']) {
    const found = await tenant.read((db) => subjectsOf(db, all, { [name]: belonging[name] }))
    expect(
      found.map(({ id }) => id),
      name,
    ).toEqual([row!.id])
    const { rows } = await listed(tenant, subjectList, { [name]: belonging[name]! })
    expect(
      rows.map(({ id }) => id),
      name,
    ).toEqual([row!.id])
  }
})

const closingDay = '2026-06-15'
const close = (id: string, on: string, enrolments: number, version = 1) =>
  write((trx) => closeSubject(trx, admin, id, { on, enrolments, version }, closingDay))
const reopen = (id: string, version = 2, on = closingDay) =>
  write((trx) => reopenSubject(trx, admin, { id, version }, on))
const rowOf = (id: string) =>
  tenant.read((db) => db.selectFrom('subject').selectAll().where('id', '=', id).executeTakeFirstOrThrow())
const enrolments = (subject_id: string) =>
  tenant.read((db) =>
    db
      .selectFrom('enrolment')
      .select(['id', 'status', 'ends_on', 'version'])
      .where('subject_id', '=', subject_id)
      .orderBy('id')
      .execute(),
  )
const logOf = (ids: string[]) =>
  tenant.read((db) =>
    db
      .selectFrom('audit_log')
      .select(['action', 'object_type', 'object_id', 'actor_id', 'before', 'after'])
      .where('object_id', 'in', ids)
      .orderBy('position')
      .execute(),
  )

describe('closing a class', () => {
  test('ends every enrolment in it on the day, or earlier where that was said, each with an entry in the log', async () => {
    const { row, ids } = await write(async (trx) => {
      const row = await subject(trx, { name: 'Kelas Habis' })
      const made = [
        await enrolled(trx, row.id, {}, 'Anak Satu'),
        await enrolled(trx, row.id, { status: 'paused', ends_on: '2026-12-31' }),
        await enrolled(trx, row.id, { ends_on: '2026-06-01' }),
        await enrolled(trx, row.id, { status: 'waitlisted' }),
        await enrolled(trx, row.id, { status: 'ended', ends_on: '2026-03-31' }),
      ]
      return { row, ids: made.map(({ id }) => id) }
    })
    expect(await tenant.read((db) => countEnrolments(db, row.id))).toBe(4)
    expect(await close(row.id, '2026-06-10', 4)).toBe('Kelas Habis')
    const after = new Map((await enrolments(row.id)).map(({ id, ...rest }) => [id, rest]))
    expect(ids.map((id) => after.get(id))).toEqual([
      { status: 'ended', ends_on: '2026-06-10', version: 2 },
      { status: 'ended', ends_on: '2026-06-10', version: 2 },
      { status: 'ended', ends_on: '2026-06-01', version: 2 },
      { status: 'ended', ends_on: '2026-06-10', version: 2 },
      { status: 'ended', ends_on: '2026-03-31', version: 1 },
    ])
    expect(await rowOf(row.id)).toMatchObject({
      ...{ status: 'closed', closed_on: '2026-06-10', version: 2, updated_by: admin.id },
    })
    const log = await logOf([row.id, ...ids])
    expect(log.filter(({ object_type }) => object_type === 'enrolment')).toHaveLength(4)
    expect(log.find(({ object_id }) => object_id === ids[0])).toMatchObject({
      ...{ action: 'enrolment.ended', actor_id: admin.id },
      before: { name: 'Anak Satu', subject: 'Kelas Habis', status: 'active', ends_on: null },
      after: { name: 'Anak Satu', subject: 'Kelas Habis', status: 'ended', ends_on: '2026-06-10' },
    })
    expect(log.find(({ object_id }) => object_id === row.id)).toMatchObject({
      ...{ action: 'subject.closed', before: { name: 'Kelas Habis', status: 'active' } },
      after: { status: 'closed', closed_on: '2026-06-10', enrolments: 4 },
    })
  })

  test('ends nobody when the page said another number, and says the right one', async () => {
    const { id } = await write(async (trx) => {
      const row = await subject(trx)
      await enrolled(trx, row.id)
      return row
    })
    await expect(close(id, closingDay, 0)).toRefuse('subject.enrolments_changed')
    await expect(close(id, closingDay, 2)).toRefuse('subject.enrolments_changed')
    expect(await enrolments(id)).toMatchObject([{ status: 'active', version: 1 }])
    expect(await rowOf(id)).toMatchObject({ status: 'active', version: 1 })
    expect(await logOf([id])).toEqual([])
  })

  test.each([
    ['2026-06-15', true],
    ['2026-06-16', false],
    ['2025-06-15', true],
    ['2025-06-14', false],
  ])('on %s is allowed: %s', async (on, allowed) => {
    const { id } = await write((trx) => subject(trx))
    if (allowed) await close(id, on, 0)
    else await expect(close(id, on, 0)).toRefuse('subject.close_day', 'on')
  })

  test('is for an active one, once, at the version that was seen', async () => {
    const [put, { id }] = await write(async (trx) => [
      await subject(trx, { status: 'inactive' }),
      await subject(trx),
    ])
    await expect(close(put!.id, closingDay, 0)).toRefuse('action_not_allowed')
    await expect(close(id, closingDay, 0, 2)).toRefuse('version_conflict')
    const both = await Promise.allSettled([close(id, closingDay, 0), close(id, closingDay, 0)])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    await expect(close(id, closingDay, 0, 2)).toRefuse('action_not_allowed')
    expect(await logOf([id])).toHaveLength(1)
  })

  test('is offered for the last day of one that is over, else for closingDay', () => {
    expect(lastDayOf({ ends_on: '2026-06-14' }, closingDay)).toBe('2026-06-14')
    expect(lastDayOf({ ends_on: '2026-06-30' }, closingDay)).toBe(closingDay)
    expect(lastDayOf({ ends_on: null }, closingDay)).toBe(closingDay)
  })
})

describe('opening one again', () => {
  test('within a year makes it active and enrols nobody', async () => {
    const { id } = await write(async (trx) => {
      const row = await subject(trx, { name: 'Kelas Semula' })
      await enrolled(trx, row.id)
      return row
    })
    await close(id, closingDay, 1)
    expect(await reopen(id, 2, '2027-06-15')).toBe('Kelas Semula')
    expect(await rowOf(id)).toMatchObject({ status: 'active', closed_on: null, version: 3 })
    expect(await enrolments(id)).toMatchObject([{ status: 'ended' }])
    expect((await logOf([id])).at(-1)).toMatchObject({
      ...{ action: 'subject.reopened', before: { status: 'closed', closed_on: closingDay } },
      after: { status: 'active', closed_on: null },
    })
  })

  test('is too late after that, and nothing for one that is not closed', async () => {
    const { id } = await write((trx) => subject(trx))
    await expect(reopen(id, 1)).toRefuse('action_not_allowed')
    await close(id, closingDay, 0)
    await expect(reopen(id, 2, '2027-06-16')).toRefuse('subject.reopen_too_late')
    expect(mayReopen({ closed_on: closingDay }, '2027-06-15')).toBe(true)
    expect(mayReopen({ closed_on: closingDay }, '2027-06-16')).toBe(false)
    expect(mayReopen({ closed_on: null }, closingDay)).toBe(false)
  })
})

/** A class on Saturday from ten to half past eleven, in a room of its own unless told. */
async function held(trx: Trx, given: Parameters<typeof subject>[1] = {}, room?: string, from = '10:00') {
  const row = await subject(trx, given)
  await lesson(trx, row.id, 6, from, '11:30', room ?? row.code)
  return row
}
const met = (id: string, scope = all) => tenant.read((db) => clashesOf(db, scope, id))

test('a room that another active class of the branch has at the same time is told, whatever the case', async () => {
  const made = await tenant.write(async (trx) => {
    const far = await branch(trx)
    const own = await held(trx, {}, 'Bilik 1')
    const other = await held(trx, {}, 'BILIK 1', '11:00')
    await held(trx, { branch_id: far.id }, 'Bilik 1')
    await held(trx, { status: 'inactive' }, 'Bilik 1')
    await held(trx, { deleted_at: new Date() }, 'Bilik 1')
    const after = await subject(trx)
    await lesson(trx, after.id, 6, '11:30', '12:00', 'Bilik 1')
    await lesson(trx, after.id, 5, '10:00', '11:30', 'Bilik 1')
    return { own, other }
  })
  const { own, other } = made
  const told = { weekday: 6, starts: '11:00', ends: '11:30', people: null }
  expect(await met(own.id)).toEqual([
    { ...told, room: 'Bilik 1', other: { id: other.id, code: other.code, name: other.name } },
  ])
  expect(await met(other.id)).toMatchObject([{ ...told, room: 'BILIK 1', other: { id: own.id } }])
})

test('so are people who are in both, in any branch, and of a class beyond reach no name is told', async () => {
  const made = await tenant.write(async (trx) => {
    const far = await branch(trx)
    const [teacher, helper] = [await user(trx, { name: 'Cikgu A' }), await user(trx, { name: 'Cikgu B' })]
    const own = await held(trx)
    const other = await held(trx, { branch_id: far.id })
    for (const { id } of [own, other]) {
      await duty(trx, id, teacher.id, 'main')
      await duty(trx, id, helper.id, 'assistant')
    }
    return { own, other }
  })
  const { own, other } = made
  expect(await met(own.id)).toMatchObject([
    { room: null, people: 'Cikgu A, Cikgu B', other: { id: other.id } },
  ])
  const here: RowScope = { ...all, scope: 'branch', branch_ids: [tenant.branch.id] }
  expect(await met(own.id, here)).toMatchObject([{ people: 'Cikgu A, Cikgu B', other: null }])
})

test('classes of which one is over before the other begins do not meet, and one that is put away meets nobody', async () => {
  const made = await tenant.write(async (trx) => ({
    spring: await held(trx, { starts_on: '2026-01-05', ends_on: '2026-03-31' }, 'Bilik 9'),
    autumn: await held(trx, { starts_on: '2026-04-01' }, 'Bilik 9'),
    closed: await held(trx, { status: 'inactive' }, 'Bilik 9'),
  }))
  expect(await met(made.spring.id)).toEqual([])
  expect(await met(made.autumn.id)).toEqual([])
  expect(await met(made.closed.id)).toEqual([])
  await tenant.write((trx) =>
    trx.updateTable('subject').set({ ends_on: '2026-04-01' }).where('id', '=', made.spring.id).execute(),
  )
  expect(await met(made.spring.id)).toMatchObject([{ other: { id: made.autumn.id } }])
})
