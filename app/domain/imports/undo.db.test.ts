import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import type { Actor } from '#app/domain/actor.ts'
import { keysIn } from '#app/domain/parents/test-support.ts'
import { asRefusal } from '#app/domain/refusal.ts'
import { user } from '#tests/support/database/factories.ts'
import '#tests/support/product/matchers.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { mapImport, mendRow } from './change-import.server.ts'
import { reachOf } from './kind.ts'
import { familyHeadings, familyRow, importing } from './test-support.ts'

let tenant: Tenant
beforeAll(async () => {
  tenant = await freshTenant()
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
  const clerk: Actor = { ...usual, id: other.id }
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
