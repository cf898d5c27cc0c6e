import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import { grants } from '#db/migrating/tenant-schema.ts'
import { tenantMigrations } from '#migrations/tenant/index.ts'

/** What the tenant migrations send to the database, written down instead of sent. */
export async function tenantDdl(): Promise<string> {
  const statements: string[] = []
  const recorder = new Kysely<unknown>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    log: ({ query }) => void statements.push(query.sql),
  })
  for (const name of Object.keys(tenantMigrations).sort()) await tenantMigrations[name]!.up(recorder)
  return statements.join(';\n')
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
