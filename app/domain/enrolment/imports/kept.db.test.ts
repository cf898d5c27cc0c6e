import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { keyringOf } from '#app/domain/core/secrets.ts'
import { keysIn } from '#app/domain/people/parents/test-support.ts'
import { environment } from '#app/environment.ts'
import { resealAll } from '#db/command/reseal.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { cleanImports } from './clean-imports.ts'
import { openCells, openHeadings } from './staged.ts'
import { familyHeadings, familyRow, importing } from './test-support.ts'

let tenant: Tenant
beforeAll(async () => {
  tenant = await freshTenant()
})

test('what was written stays known for good, its cells for thirty days, and what was never written not longer either', async () => {
  const done = await importing(tenant, 'students', [familyHeadings, familyRow(1)]).checked()
  await (await done.start()).run()
  const never = await importing(tenant, 'students', [familyHeadings, familyRow(2)]).checked()
  const fresh = await importing(tenant, 'students', [familyHeadings, familyRow(3)]).checked()
  expect(await tenant.write(cleanImports)).toBe(0)
  const ids = [done.id(), never.id()]
  await tenant.write((trx) =>
    trx
      .updateTable('import')
      .set({ created_at: sql<Date>`now() - interval '31 days'` })
      .where('id', 'in', ids)
      .execute(),
  )
  expect(await tenant.write(cleanImports)).toBe(2)
  const left = await tenant.read((db) =>
    db
      .selectFrom('import_row')
      .select(['import_id', 'status', sql<boolean>`cells_sealed is null`.as('emptied')])
      .orderBy('import_id')
      .execute(),
  )
  expect(left).toEqual([
    { import_id: done.id(), status: 'written', emptied: true },
    { import_id: fresh.id(), status: 'ready', emptied: false },
  ])
})

test('cells and headings are sealed, and sealed anew when the key changes', async () => {
  const file = await importing(tenant, 'students', [familyHeadings, familyRow(4)]).checked()
  const sealed = () =>
    tenant.read((db) =>
      db
        .selectFrom('import_row')
        .innerJoin('import', 'import.id', 'import_id')
        .select(['import_row.id', 'cells_sealed', 'headings_sealed'])
        .where('import_id', '=', file.id())
        .executeTakeFirstOrThrow(),
    )
  expect(JSON.stringify(await sealed())).not.toContain('Razak')
  const key = randomBytes(32)
  await resealAll(tenant.database.ownerUrl, keyringOf(key, [environment.appKey]), () => {})
  const { id, cells_sealed, headings_sealed } = await sealed()
  const keys = { ...keysIn(tenant), ring: keyringOf(key) }
  expect(openCells(keys, id, cells_sealed)).toContain('Razak 4')
  expect(openHeadings(keys, file.id(), headings_sealed)).toEqual(familyHeadings)
})
