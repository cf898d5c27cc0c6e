import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'

let tenant: Tenant
beforeAll(async () => {
  tenant = await freshTenant()
})

test('every foreign key is enforced by Postgres, and no trigger stands in for one', async () => {
  const { rows } = await tenant.read((db) =>
    sql<{ name: string }>`
      select conname as name from pg_constraint
        where connamespace in (current_schema()::regnamespace, 'platform'::regnamespace) and contype = 'f'
          and not (convalidated and (to_jsonb(pg_constraint) ->> 'conenforced') is distinct from 'false')
      union all
      select proname from pg_proc
        where pronamespace in (current_schema()::regnamespace, 'platform'::regnamespace)
          and prosrc ~ 'foreign_key_violation|23503'`.execute(db),
  )
  expect(rows).toEqual([])
})

test('no function, trigger, default or check of an organisation’s schema touches the platform', async () => {
  const { rows } = await tenant.read((db) =>
    sql<{ name: string }>`
      select proname as name from pg_proc where pronamespace = current_schema()::regnamespace and prosrc like '%platform.%'
      union all
      select tgname from pg_trigger
        join pg_class on pg_class.oid = tgrelid join pg_proc on pg_proc.oid = tgfoid
        where relnamespace = current_schema()::regnamespace and not tgisinternal
          and pronamespace = 'platform'::regnamespace
      union all
      select attname from pg_attrdef
        join pg_attribute on attrelid = adrelid and attnum = adnum join pg_class on pg_class.oid = adrelid
        where relnamespace = current_schema()::regnamespace and pg_get_expr(adbin, adrelid) like '%platform.%'
      union all
      select conname from pg_constraint
        where connamespace = current_schema()::regnamespace and pg_get_constraintdef(oid) like '%platform.%'`.execute(
      db,
    ),
  )
  // Contacts of accounts are kept on the main host by platform.keep_contact.
  expect(rows).toEqual([{ name: 'user_account_contact' }])
})
