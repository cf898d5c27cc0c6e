import { beforeAll, expect, test } from 'vitest'
import type { RowScope } from '#app/domain/core/actor.ts'
import { branch, subject, type Trx, user } from '#tests/support/database/factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { clashesOf } from './clashes.ts'
import { duty, lesson } from './test-support.ts'

const all: RowScope = { scope: 'all', user_id: '', branch_ids: [], parent_id: null }
let tenant: Tenant

beforeAll(async () => {
  tenant = await freshTenant()
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
