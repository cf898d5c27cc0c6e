import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import type { Actor } from '#app/domain/actor.ts'
import { keysIn } from '#app/domain/parents/test-support.ts'
import { asRefusal } from '#app/domain/refusal.ts'
import { branch, user } from '#tests/support/database/factories.ts'
import '#tests/support/product/matchers.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { mapImport, mendRow, removeImport } from './change-import.server.ts'
import { reachOf } from './kind.ts'
import { stageImport } from './stage.server.ts'
import { familyHeadings, familyRow, importing } from './test-support.ts'

let tenant: Tenant
let admin: Awaited<ReturnType<Tenant['actor']>>
beforeAll(async () => {
  tenant = await freshTenant()
  admin = await tenant.actor('admin')
})
const said = (error: unknown) => Promise.reject(asRefusal(error) ?? error)

test('an import is undone within seven days of its end', async () => {
  const ended = async (number: number, passed: string) => {
    const file = await importing(tenant, 'students', [familyHeadings, familyRow(number)]).checked()
    await (await file.start()).run()
    await tenant.write((trx) =>
      trx
        .updateTable('import')
        .set({ finished_at: sql<Date>`now() - ${passed}::interval` })
        .where('id', '=', file.id())
        .execute(),
    )
    return file
  }
  const late = await ended(1, '7 days')
  await expect(late.undo().catch(said)).toRefuse('import.undo_over')
  expect(await late.now()).toMatchObject({ status: 'done' })
  expect(await (await ended(2, '6 days 23 hours')).undo()).toMatchObject({ status: 'undone' })
})

test('nothing is written while a row is wrong, or when every row is left out', async () => {
  const file = await importing(tenant, 'students', [
    familyHeadings,
    familyRow(10),
    familyRow(11, { born_on: 'kelmarin' }),
  ]).checked()
  await expect(file.start().catch(said)).toRefuse('import.not_ready')
  const leave = (status: string) =>
    tenant.write((trx) =>
      trx
        .updateTable('import_row')
        .set({ status: 'left_out' })
        .where('import_id', '=', file.id())
        .where('status', '=', status)
        .execute(),
    )
  await leave('ready')
  await leave('wrong')
  await expect(file.start().catch(said)).toRefuse('import.not_ready')
})

test('a clerk neither reads nor changes the rows of a colleague', async () => {
  const file = await importing(tenant, 'students', [familyHeadings, familyRow(20)]).checked()
  const usual = await tenant.actor('clerk')
  const other = await tenant.write((trx) => user(trx, { roles: ['clerk'] }, { branch_id: tenant.branch.id }))
  const clerk: Actor & { id: string } = { ...usual, id: other.id }
  const [row] = await file.rows()
  const [keys, scope, { id, version }] = [keysIn(tenant), reachOf(clerk, 'import.upload'), await file.now()]
  const mend = { cells: [{ column: 0, text: 'Lain' }], version }
  await expect(tenant.write((trx) => mendRow(trx, clerk, scope, keys, row!.id, mend)).catch(said)).toRefuse(
    'import.not_yours',
  )
  const staged = await importing(tenant, 'students', [familyHeadings, familyRow(21)]).stage()
  const at = { id: staged.id(), version: (await staged.now()).version }
  const map = { columns: ['name'], fixed: [], version: at.version }
  await expect(
    tenant.write((trx) => mapImport(trx, clerk, scope, keys, at, map, ({ key }) => key)).catch(said),
  ).toRefuse('import.not_yours')
  expect(id).not.toBe(at.id)
})

test('a column is one thing, and a file is for a branch within reach', async () => {
  const clerk = await tenant.actor('clerk')
  const twice = await importing(tenant, 'students', [familyHeadings, familyRow(30)]).stage()
  const [keys, scope, { version }] = [keysIn(tenant), reachOf(admin, 'import.upload'), await twice.now()]
  const map = { columns: ['name', 'name'], fixed: [], version }
  const at = { id: twice.id(), version }
  await expect(
    tenant.write((trx) => mapImport(trx, admin, scope, keys, at, map, ({ key }) => key)).catch(said),
  ).toRefuse('import.column_twice', 'columns[1]')
  const far = await tenant.write((trx) => branch(trx))
  const staged = (actor: Actor & { id: string }, branch_id: string) =>
    tenant.write((trx) =>
      stageImport(trx, actor, keys, {
        ...{
          kind: 'students',
          file_name: 'a.csv',
          date_order: 'dmy',
          branch_id,
          rows: [1, 2].map((number) => ({ number, cells: ['x'] })),
        },
        guess: () => ({ columns: {}, fixed: {} }),
      }),
    )
  await expect(staged(clerk, far.id).catch(said)).toRefuse('not_found.branch', 'branch_id')
  expect(await staged(clerk, tenant.branch.id)).toBeTruthy()
})

test('an import that stopped is removed while nothing of it was written', async () => {
  const file = await importing(tenant, 'students', [familyHeadings, familyRow(40)]).checked()
  await (await file.start()).run()
  const remove = async () => {
    const { id, version } = await file.now()
    const scope = reachOf(admin, 'import.upload')
    return tenant.write((trx) => removeImport(trx, admin, scope, { id, version })).catch(said)
  }
  const set = (status: string) =>
    tenant.write((trx) => trx.updateTable('import').set({ status }).where('id', '=', file.id()).execute())
  await set('failed')
  await expect(remove()).toRefuse('import.state')
  await set('done')
})
