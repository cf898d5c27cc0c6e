import { beforeAll, describe, expect, test } from 'vitest'
import type { Actor } from '#app/domain/actor.ts'
import { asRefusal } from '#app/domain/refusal.ts'
import { module, program, subject, type Trx } from '#tests/support/database/factories.ts'
import '#tests/support/product/matchers.ts'
import { listed } from '#tests/support/database/lists.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { createModule, editModule } from './change-module.server.ts'
import { moduleList, module as oneModule } from './find-modules.server.ts'
import { moduleForm } from './module-form.ts'

let tenant: Tenant
let admin: Actor
let last = 0
const all = { scope: 'all', user_id: '', branch_ids: [], parent_id: null } as const
const input = (given: object) =>
  moduleForm.parse({ code: `M-${++last}`, name: 'Modul Ujian', sequence: 1, ...given })

beforeAll(async () => {
  tenant = await freshTenant()
  admin = await tenant.actor('admin')
})

const write = <T>(work: (trx: Trx) => Promise<T>) =>
  tenant.write(work).catch((error) => Promise.reject(asRefusal(error) ?? error))
const create = (given: object) => write((trx) => createModule(trx, admin, input(given)))
const edit = (id: string, version: number, given: object) =>
  write((trx) => editModule(trx, admin, { id, version }, input(given)))

describe('a module', () => {
  test('belongs to a program that is offered, and keeps one that is put away later', async () => {
    const old = await write((trx) => program(trx, { name: 'Program Lama' }))
    const id = await create({ program_id: old.id })
    await write((trx) =>
      trx.updateTable('program').set({ status: 'inactive' }).where('id', '=', old.id).execute(),
    )
    await edit(id, 1, { name: 'Nama Baharu', program_id: old.id })
    expect(await tenant.read((db) => oneModule(db, all, id))).toMatchObject({
      name: 'Nama Baharu',
      program: 'Program Lama',
    })
    await expect(create({ program_id: old.id })).toRefuse('not_found.program', 'program_id')
    const other = await write((trx) => module(trx))
    await expect(edit(other.id, 1, { program_id: old.id })).toRefuse('not_found.program', 'program_id')
  })

  test('says how many subjects it has', async () => {
    const { id, program_id } = await write((trx) => module(trx))
    await write((trx) => subject(trx, { module_id: id, program_id }))
    expect(await tenant.read((db) => oneModule(db, all, id))).toMatchObject({ subjects: 1 })
  })
})

test('the list finds by code and name, filters by program and state, and counts the subjects', async () => {
  const { id, program_id } = await write((trx) => module(trx, { code: 'CARI', name: 'Modul Carian' }))
  await write((trx) => subject(trx, { module_id: id, program_id }))
  await write((trx) => module(trx))
  const found = (query: Record<string, string>) => listed(tenant, moduleList, query)
  for (const q of ['cari', 'modul carian'])
    expect(await found({ q })).toMatchObject({ rows: [{ id }], total: 1, totals: { subjects: 1 } })
  expect((await found({ program_id })).rows.map((row) => row.id)).toEqual([id])
  expect((await found({ program_id, status: 'inactive' })).total).toBe(0)
})
