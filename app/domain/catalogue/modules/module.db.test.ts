import { beforeAll, expect, test } from 'vitest'
import { module, subject } from '#tests/support/database/factories.ts'
import { listed } from '#tests/support/database/lists.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { moduleList, module as oneModule } from './modules.ts'

let tenant: Tenant
const all = { scope: 'all', user_id: '', branch_ids: [], parent_id: null } as const

beforeAll(async () => {
  tenant = await freshTenant()
})

test('a module says how many subjects it has', async () => {
  const { id, program_id } = await tenant.write((trx) => module(trx))
  await tenant.write((trx) => subject(trx, { module_id: id, program_id }))
  expect(await tenant.read((db) => oneModule(db, all, id))).toMatchObject({ subjects: 1 })
})

test('the list finds by code and name, filters by program and state, and counts the subjects', async () => {
  const { id, program_id } = await tenant.write((trx) => module(trx, { code: 'CARI', name: 'Modul Carian' }))
  await tenant.write((trx) => subject(trx, { module_id: id, program_id }))
  await tenant.write((trx) => module(trx))
  const found = (query: Record<string, string>) => listed(tenant, moduleList, query)
  for (const q of ['cari', 'modul carian'])
    expect(await found({ q })).toMatchObject({ rows: [{ id }], total: 1, totals: { subjects: 1 } })
  expect((await found({ program_id })).rows.map((row) => row.id)).toEqual([id])
  expect((await found({ program_id, status: 'inactive' })).total).toBe(0)
})
