import { beforeAll, describe, expect, test } from 'vitest'
import { everywhere, type RowScope } from '#app/domain/core/actor.ts'
import {
  branch,
  enrolment,
  insert,
  parent,
  student,
  subject,
  type Trx,
} from '#tests/support/database/factories.ts'
import { listed } from '#tests/support/database/lists.ts'
import '#tests/support/product/matchers.ts'
import { subjectsOf } from '#app/domain/catalogue/subjects/find-subjects.ts'
import { columnsFor } from '#app/domain/core/lists/list.ts'
import { trainerList } from './find-trainers.ts'
import { openTrainers, type TrainerOffice } from './test-support.ts'

let office: TrainerOffice
let far: { id: string }
/** A trainer of the first branch with a class there and one elsewhere, one of the other branch, and one without a class. */
const people = { here: '', there: '', idle: '' }
const users = { here: '', there: '', helper: '', family: '' }

beforeAll(async () => {
  office = await openTrainers()
  const { tenant } = office
  far = await tenant.write((trx) => branch(trx))
  people.here = await office.create({ name: 'Cikgu Sini', specialisation: 'Tajwid' })
  people.there = await office.create({ name: 'Cikgu Sana', branch_ids: [far.id] })
  people.idle = await office.create({ name: 'Cikgu Lapang' })
  users.here = (await office.view(people.here)).user_id
  users.there = (await office.view(people.there)).user_id
  users.helper = (await tenant.actor('class-assistant')).id
  await tenant.write(async (trx) => {
    const near = await classOf(trx, 'A1', tenant.branch.id, users.here)
    const other = await classOf(trx, 'B1', far.id, users.here)
    await classOf(trx, 'C1', far.id, users.there)
    await insert(trx, 'subject_trainer', { subject_id: near, user_id: users.helper, duty: 'assistant' })
    const payer = await parent(trx)
    users.family = payer.id
    const child = await student(trx, {}, { payer })
    await enrolment(trx, { student_id: child.id, subject_id: other })
    const past = await classOf(trx, 'D1', far.id, users.there)
    await enrolment(trx, { student_id: child.id, subject_id: past, status: 'ended' })
  })
})

async function classOf(trx: Trx, code: string, branch_id: string, user_id: string) {
  const { id } = await subject(trx, { code, branch_id })
  await insert(trx, 'subject_trainer', { subject_id: id, user_id })
  return id
}

type Named = 'branch' | 'class' | 'trainer' | 'family' | 'stranger'
function scopeOf(who: Named): RowScope {
  const nobody = { user_id: office.admin.id, branch_ids: [], parent_id: null }
  const scopes: Record<Named, RowScope> = {
    branch: { ...nobody, scope: 'branch', branch_ids: [office.tenant.branch.id] },
    class: { ...nobody, scope: 'class', user_id: users.helper },
    trainer: { ...nobody, scope: 'own', user_id: users.there },
    family: { ...nobody, scope: 'own', parent_id: users.family },
    stranger: { ...nobody, scope: 'own' },
  }
  return scopes[who]
}

const list = async (scope: RowScope, query: Record<string, string> = {}) =>
  (await listed(office.tenant, trainerList, query, { scope })).rows
const namesOf = async (scope: RowScope, query: Record<string, string> = {}) =>
  (await list(scope, query)).map(({ name }) => name)

describe('who reaches whom', () => {
  test.each<[Named, (keyof typeof people)[]]>([
    ['branch', ['idle', 'here']],
    ['class', ['here']],
    ['trainer', ['there']],
    ['family', ['here']],
    ['stranger', []],
  ])('%s, in the list and by id', async (who, reached) => {
    const scope = scopeOf(who)
    expect((await list(scope)).map(({ id }) => id)).toEqual(reached.map((name) => people[name]))
    for (const name of ['here', 'there', 'idle'] as const) {
      const found = office.view(people[name], scope)
      if (reached.includes(name)) expect((await found).id).toBe(people[name])
      else await expect(found).toRefuse('not_found.trainer')
    }
  })

  test('of the classes that somebody teaches each reader is told those that they reach themselves', async () => {
    const codes = async (scope: RowScope) =>
      (await office.tenant.read((db) => subjectsOf(db, scope, { trainer_id: users.here }))).map(
        ({ code }) => code,
      )
    expect(await codes(everywhere)).toEqual(['A1', 'B1'])
    expect(await codes(scopeOf('branch'))).toEqual(['A1'])
    expect(await codes(scopeOf('class'))).toEqual(['A1'])
    expect(await codes(scopeOf('family'))).toEqual(['B1'])
  })
})

describe('who may know the names', () => {
  test.each<Named>(['class', 'family'])('gets no more of the list: %s', async (who) => {
    const scope = scopeOf(who)
    const reader = { scope, roles: [], today: '2026-01-05' }
    expect(columnsFor(trainerList, reader, 'file').map(({ key }) => key)).toEqual(['name'])
    const [row] = await list(scope)
    const told = Object.values(row!).filter((value) => value !== null && value !== '' && value !== 0)
    expect(told).toEqual([people.here, 'Cikgu Sini'])
  })

  test('finds out nothing else by asking', async () => {
    const { email, phone } = await office.view(people.here)
    for (const q of ['Tajwid', email!, phone!]) {
      expect(await namesOf(scopeOf('family'), { q }), q).toEqual([])
      expect(await namesOf(everywhere, { q }), q).toEqual(['Cikgu Sini'])
    }
    for (const query of [{ status: 'inactive' }, { branch_id: office.tenant.branch.id }])
      expect(await namesOf(scopeOf('family'), query)).toEqual(['Cikgu Sini'])
    expect(await namesOf(scopeOf('family'), { q: 'sini' })).toEqual(['Cikgu Sini'])
  })
})

test('a list tells how many classes somebody has that are held now', async () => {
  const counts = Object.fromEntries((await list(everywhere)).map(({ name, classes }) => [name, classes]))
  expect(counts).toEqual({ 'Cikgu Sini': 2, 'Cikgu Sana': 2, 'Cikgu Lapang': 0 })
})
