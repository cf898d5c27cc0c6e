import { sql, type Transaction } from 'kysely'
import { grants } from '#db/migrating/tenant-schema.ts'
import type { DB } from '#db/types.ts'
import { tenantMigrations } from '#migrations/tenant/index.ts'

/**
 * Brings a schema that has just been made, and is alone on the path, to the newest version. The same migrations as
 * for an old one, without asking a schema that must be empty which of them it has had; then the books that
 * Kysely's Migrator would have kept, so that it takes over from here.
 */
export async function createTables(
  trx: Transaction<DB>,
  place: { schema: string; role: string },
): Promise<void> {
  const names = Object.keys(tenantMigrations).sort()
  for (const name of names) await tenantMigrations[name]!.up(trx)
  await sql.raw(`${books(names)}${grants(place)}`).execute(trx)
}

/** The tables `migration` and `migration_lock` as the Migrator makes them, with a row for each migration. */
function books(names: readonly string[]): string {
  const ranAt = new Date().toISOString()
  return `
create table migration (name varchar(255) not null primary key, "timestamp" varchar(255) not null);
create table migration_lock (id varchar(255) not null primary key, is_locked integer default 0 not null);
insert into migration_lock (id) values ('migration_lock');
insert into migration (name, "timestamp") values ${names.map((name) => `('${name}', '${ranAt}')`).join(', ')};
`
}
