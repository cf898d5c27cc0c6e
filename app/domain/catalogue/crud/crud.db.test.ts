import { sql, type Transaction } from 'kysely'
import { beforeAll, expect, test, vi } from 'vitest'
import { asOwner } from '#db/owner.ts'
import type { DB } from '#db/types.ts'
import { category } from '#tests/support/database/factories.ts'
import '#tests/support/product/matchers.ts'
import { relationsOf } from '#app/domain/catalogue/crud/relations.ts'
import type { Actor } from '#app/domain/core/actor.ts'
import { tableOf } from '#app/domain/core/lists/references.ts'
import { resourceNouns } from '#app/domain/core/resources.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { type AtVersion, choicesOf, editRow, removeRow, setStatus } from './crud.ts'

let tenant: Tenant
let admin: Actor & { id: string }

beforeAll(async () => {
  tenant = await freshTenant()
  admin = await tenant.actor('admin')
})

type Verb = (trx: Transaction<DB>, at: AtVersion) => Promise<unknown>
const verbs: [string, Verb][] = [
  ['edited', (trx, at) => editRow(trx, admin, 'category', at, { code: 'LAIN', name: 'Lain', kind: 'level' })],
  ['switched', (trx, at) => setStatus(trx, admin, 'category', at, 'inactive')],
  ['removed', (trx, at) => removeRow(trx, admin, 'category', at, {})],
]

const made = () => tenant.write((trx) => category(trx, { updated_at: new Date('2026-01-01T00:00:00Z') }))
const rowOf = (id: string) =>
  tenant.read((db) => db.selectFrom('category').selectAll().where('id', '=', id).executeTakeFirstOrThrow())
const logOf = (object_id: string) =>
  tenant.read((db) =>
    db.selectFrom('audit_log').select('action').where('object_id', '=', object_id).execute(),
  )

test.each(verbs)('a row that was %s says by whom and when', async (_, verb) => {
  const { id, updated_at } = await made()
  await tenant.write((trx) => verb(trx, { id, version: 1 }))
  const row = await rowOf(id)
  expect(row).toMatchObject({ version: 2, updated_by: admin.id })
  expect(row.updated_at > updated_at).toBe(true)
})

test.each(verbs)('of two who change at once the second is refused: %s', async (_, verb) => {
  const { id } = await made()
  const changed = Promise.withResolvers<void>()
  const end = Promise.withResolvers<void>()
  const first = tenant.write(async (trx) => {
    await setStatus(trx, admin, 'category', { id, version: 1 }, 'inactive')
    changed.resolve()
    await end.promise
  })
  await changed.promise
  const second = expect(tenant.write((trx) => verb(trx, { id, version: 1 }))).toRefuse('version_conflict')
  await vi.waitFor(async () => {
    const { rows } = await asOwner(tenant.database.ownerUrl, (owner) =>
      sql`select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(owner),
    )
    expect(rows).toHaveLength(1)
  })
  end.resolve()
  await Promise.all([first, second])
  expect(await rowOf(id)).toMatchObject({ status: 'inactive', version: 2, deleted_at: null })
  expect(await logOf(id)).toEqual([{ action: 'category.deactivated' }])
})

test.each(resourceNouns)(
  'whatever in a %s names a row that is offered is one of its choices',
  async (noun) => {
    const beside = Object.entries(relationsOf(noun)).map(([field, { table }]) => [field, table] as const)
    const { rows } = await tenant.read((db) =>
      sql<{ table: string; column: string; of: string }>`
      select owner.relname as table, a.attname as column, target.relname as of
      from pg_constraint c
      join pg_class owner on owner.oid = c.conrelid
      join pg_class target on target.oid = c.confrelid
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey)
      where c.contype = 'f' and c.conrelid = any(${[noun, ...beside.map(([, table]) => table)]}::regclass[])
        and target.relname = any(${['staff', 'user_account', ...resourceNouns]})`.execute(db),
    )
    const choices = rows.flatMap(({ table, column, of }) => {
      if (table === noun) return [[column, of]]
      return beside.flatMap(([field, one]) => (one === table && of !== noun ? [[field, of]] : []))
    })
    // Of lines, a choice names the field that holds them and the column: items[].fee_type_id
    const known = Object.entries(choicesOf(noun)).map(([field, of]) => [field.split('[')[0], tableOf(of)])
    expect(Object.fromEntries(known)).toEqual(Object.fromEntries(choices))
  },
)
