import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { contains } from '#app/domain/core/lists/search.ts'
import { asOwner } from '#db/owner.ts'
import { withTenant } from '#db/with-tenant.ts'
import { tenantMigrations } from '#migrations/tenant/index.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { asAdmin } from '#tests/support/database/template.ts'
import { freshTenant } from '#tests/support/database/tenant.ts'
import { ensureTrigrams } from './extensions.ts'

const installed = (place: string) => sql<{ place: string }>`
  select nspname as place from pg_extension join pg_namespace on pg_namespace.oid = extnamespace
  where extname = 'pg_trgm' and nspname = ${place}`

test('every organisation finds texts by the index, under its own role, whatever is typed', async () => {
  const tenant = await freshTenant()
  const plan = await withTenant(tenant.database.pool, tenant.place, async (trx) => {
    await sql`set local enable_seqscan = off`.execute(trx)
    const search = trx
      .selectFrom('student')
      .select('id')
      .where((eb) => contains(eb, 'aminah', ['name', 'student_no']))
    const rows = await search.explain<Record<string, string>>()
    return rows.map((row) => Object.values(row)[0]).join('\n')
  })
  expect(plan).toContain('student_search_idx')
})

test('an owner who is no superuser makes it, a second time does no harm, and who may not goes on without', async () => {
  const { ownerUrl } = await testDatabase()
  const name = `trgm_${process.pid}`
  const url = (user: string) => {
    const plain = new URL(ownerUrl)
    Object.assign(plain, { username: user, password: 'secret', pathname: `/${name}` })
    return plain.href
  }
  await asAdmin(ownerUrl, async (admin) => {
    await admin.query(
      `create role ${name} login password 'secret'; create role ${name}_guest login password 'secret'`,
    )
    await admin.query(`create database ${name} owner ${name} template template0`)
  })
  try {
    await asOwner(url(`${name}_guest`), async (guest) => {
      await ensureTrigrams(guest)
      expect((await installed('extensions').execute(guest)).rows).toEqual([])
    })
    await asOwner(url(name), async (owner) => {
      await ensureTrigrams(owner)
      await ensureTrigrams(owner)
      expect((await installed('extensions').execute(owner)).rows).toHaveLength(1)
    })
  } finally {
    await asAdmin(ownerUrl, async (admin) => {
      await admin.query(`drop database ${name} with (force)`)
      await admin.query(`drop role ${name}; drop role ${name}_guest`)
    })
  }
})

test('tables are made without it, too', async () => {
  const tenant = await freshTenant()
  await asOwner(tenant.database.ownerUrl, async (owner) => {
    const undo = new Error('undone')
    const work = owner.transaction().execute(async (trx) => {
      await sql`drop extension pg_trgm cascade; create schema without_trigrams; set local search_path = without_trigrams`.execute(
        trx,
      )
      for (const name of Object.keys(tenantMigrations).sort()) await tenantMigrations[name]!.up(trx)
      const { rows } = await sql<{ indexname: string }>`
        select indexname from pg_indexes where schemaname = 'without_trigrams' and tablename = 'family_note'`.execute(
        trx,
      )
      expect(rows).toHaveLength(2)
      throw undo
    })
    await expect(work).rejects.toBe(undo)
  })
})
