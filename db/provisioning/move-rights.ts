import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/types.ts'

/**
 * Gives one role what another may do in a schema - by grants, on columns too, and by policies - and takes it from that
 * other. For the owner of the schema's tables; inside a transaction of the caller.
 */
export async function moveRights(owner: Kysely<DB>, schema: string, from: string, to: string): Promise<void> {
  const { rows } = await sql<{ statement: string }>`
    with space as (select oid, nspname, nspacl from pg_namespace where nspname = ${schema}),
      giver as (select oid from pg_roles where rolname = ${from})
    select format('alter policy %I on %s to %I', polname, polrelid::regclass, ${to}::text) as statement
      from pg_policy join pg_class on pg_class.oid = polrelid, space, giver
      where relnamespace = space.oid and giver.oid = any(polroles)
    union all
    select format('grant %s on schema %I to %I', privilege_type, nspname, ${to}::text)
      from space, aclexplode(nspacl), giver where grantee = giver.oid
    union all
    select format('grant %s on %s %s to %I', privilege_type,
        case relkind when 'S' then 'sequence' else 'table' end, pg_class.oid::regclass, ${to}::text)
      from pg_class, space, aclexplode(relacl), giver
      where relnamespace = space.oid and grantee = giver.oid
    union all
    select format('grant %s (%I) on %s to %I', privilege_type, attname, attrelid::regclass, ${to}::text)
      from pg_attribute join pg_class on pg_class.oid = attrelid, space, aclexplode(attacl), giver
      where relnamespace = space.oid and grantee = giver.oid
    union all
    select format('grant %s on routine %s to %I', privilege_type, pg_proc.oid::regprocedure, ${to}::text)
      from pg_proc, space, aclexplode(proacl), giver
      where pronamespace = space.oid and grantee = giver.oid
    union all
    select format('revoke all on %s %I from %I', what, nspname, ${from}::text)
      from space, giver,
        unnest('{all tables in schema,all sequences in schema,all routines in schema,schema}'::text[]) as what`.execute(
    owner,
  )
  if (rows.length > 0) await sql.raw(rows.map(({ statement }) => statement).join(';\n')).execute(owner)
}
