import { beforeAll, describe, expect, test } from 'vitest'
import type { Actor } from '#app/domain/core/actor.ts'
import { asRefusal } from '#app/domain/core/refusal.ts'
import { branch, department, module, program, subject, type Trx } from '#tests/support/database/factories.ts'
import '#tests/support/product/matchers.ts'
import { branches } from '#app/domain/catalogue/branches/branches.ts'
import { modulesOf } from '#app/domain/catalogue/modules/modules.ts'
import { listed } from '#tests/support/database/lists.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { programForm } from './program.ts'
import { program as oneProgram, programList, programOptions, programs } from './programs.ts'

let tenant: Tenant
let admin: Actor
let last = 0
const all = { scope: 'all', user_id: '', branch_ids: [], parent_id: null } as const
const input = (given: object) =>
  programForm.parse({ code: `Q-${++last}`, name: 'Program Ujian', sort_order: 0, ...given })

beforeAll(async () => {
  tenant = await freshTenant()
  admin = await tenant.actor('admin')
})

const write = <T>(work: (trx: Trx) => Promise<T>) =>
  tenant.write(work).catch((error) => Promise.reject(asRefusal(error) ?? error))
const create = (given: object) => write((trx) => programs.create(trx, admin, input(given)))
const edit = (id: string, version: number, given: object) =>
  write((trx) => programs.edit(trx, admin, { id, version }, input(given)))
const view = (id: string) => tenant.read((db) => oneProgram(db, all, id))

describe('a program', () => {
  test('is held in some branches, keeps one that is put away later, and is held everywhere without any', async () => {
    const [old, other] = await write(async (trx) => [
      await branch(trx, { name: 'Cawangan Lama' }),
      await branch(trx, { name: 'Cawangan Baharu' }),
    ])
    const id = await create({ branch_ids: [old!.id, old!.id] })
    await write((trx) =>
      trx.updateTable('branch').set({ status: 'inactive' }).where('id', '=', old!.id).execute(),
    )
    await edit(id, 1, { branch_ids: [other!.id, old!.id] })
    expect(await view(id)).toMatchObject({
      branches: 'Cawangan Baharu, Cawangan Lama',
      branch_ids: [old!.id, other!.id].sort(),
    })
    await edit(id, 2, { branch_ids: [other!.id] })
    expect(await view(id)).toMatchObject({ branches: 'Cawangan Baharu' })
    await expect(edit(id, 3, { branch_ids: [old!.id] })).toRefuse('not_found.branch', 'branch_ids')
    await expect(create({ branch_ids: [old!.id] })).toRefuse('not_found.branch', 'branch_ids')
    await edit(id, 3, {})
    expect(await view(id)).toMatchObject({ branches: null, branch_ids: [] })
  })

  test('in a branch hinders that branch from being removed', async () => {
    const place = await write((trx) => branch(trx))
    const id = await create({ branch_ids: [place.id] })
    const gone = () => write((trx) => branches.remove(trx, admin, { id: place.id, version: 1 }))
    await expect(gone()).toRefuse('branch.in_use')
    await edit(id, 1, {})
    await gone()
  })

  test('does not end before it starts, and may be a single day', () => {
    const day = (starts_on: string, ends_on: string) => () => input({ starts_on, ends_on })
    expect(day('2026-01-31', '2026-01-31')).not.toThrow()
    expect(day('2026-01-31', '2026-01-30')).toThrow(/program\.ends_before_start/)
  })

  test('says how many modules and classes it has, and which modules come first', async () => {
    const { id } = await write((trx) => program(trx))
    const [second, first] = await write(async (trx) => [
      await module(trx, { program_id: id, sequence: 2 }),
      await module(trx, { program_id: id, sequence: 1 }),
    ])
    await write(async (trx) => {
      await module(trx)
      await module(trx, { program_id: id, deleted_at: new Date() })
      await subject(trx, { program_id: id, module_id: first!.id })
    })
    expect(await view(id)).toMatchObject({ modules: 2, subjects: 1 })
    const parts = await tenant.read((db) => modulesOf(db, id))
    expect(parts).toMatchObject([
      { id: first!.id, subjects: 1 },
      { id: second!.id, subjects: 0 },
    ])
  })

  test('is offered in its order, then by name', async () => {
    const ids = await write(async (trx) => {
      const rows = [
        await program(trx, { sort_order: 901, name: 'B' }),
        await program(trx, { sort_order: 901, name: 'A' }),
        await program(trx, { sort_order: 900, name: 'C' }),
      ]
      return rows.map(({ id }) => id)
    })
    const offered = await tenant.read((db) => programOptions(db))
    expect(offered.filter(({ id }) => ids.includes(id)).map(({ name }) => name)).toEqual(['C', 'A', 'B'])
  })
})

test('the list finds by code, name and level, filters by department and state, and counts', async () => {
  const place = await write((trx) => department(trx))
  const { id } = await write((trx) =>
    program(trx, { code: 'CARI', name: 'Program Carian', level: 'Tahap Cari', department_id: place.id }),
  )
  await write((trx) => module(trx, { program_id: id }))
  const found = (query: Record<string, string>) => listed(tenant, programList, query)
  for (const q of ['CARI', 'program carian', 'tahap cari'])
    expect(await found({ q })).toMatchObject({ rows: [{ id }], total: 1, totals: { modules: 1 } })
  expect((await found({ department_id: place.id })).rows.map((row) => row.id)).toEqual([id])
  expect((await found({ department_id: place.id, status: 'inactive' })).total).toBe(0)
})
