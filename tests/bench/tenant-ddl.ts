import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { grants } from '#db/migrating/tenant-schema.ts'
import { tenantMigrations } from '#migrations/tenant/index.ts'

/**
 * What the tenant migrations send to the database, written down while they are sent in a transaction that is rolled
 * back: some of them look at what is there before they go on.
 */
export async function tenantDdl(ownerUrl: string): Promise<string> {
  const statements: string[] = []
  const owner = new Kysely<unknown>({
    dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: ownerUrl, max: 1 }) }),
    log: ({ query }) => {
      if (query.parameters.length > 0) throw new Error(`values cannot be written down: ${query.sql}`)
      statements.push(query.sql)
    },
  })
  let ddl = ''
  const undone = new Error('undone')
  try {
    await owner.transaction().execute(async (trx) => {
      await sql`create schema written_down; set local search_path = written_down`.execute(trx)
      statements.length = 0
      for (const name of Object.keys(tenantMigrations).sort()) await tenantMigrations[name]!.up(trx)
      ddl = statements.join(';\n')
      throw undone
    })
  } catch (error) {
    if (error !== undone) throw error
  } finally {
    await owner.destroy()
  }
  return ddl
}

/** One batch, one transaction: a role, a schema, its tables and its rights, and not a row in them. */
export function bareBatch(schema: string, ddl: string): string {
  return `
begin;
create role ${schema} nologin in role lunas_tenant;
grant ${schema} to lunas_app with inherit false, set true;
create schema ${schema};
set local search_path = ${schema};
${ddl};
create table migration (name varchar(255) not null primary key, "timestamp" varchar(255) not null);
create table migration_lock (id varchar(255) not null primary key, is_locked integer not null default 0);
${grants({ schema, role: schema })}
commit`
}
