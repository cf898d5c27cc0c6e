import { runMigrations } from 'bullmq'
import { type Kysely, sql } from 'kysely'
import { asOwner } from '#db/owner.ts'
import { createPool } from '#db/pool.ts'
import { moveRights } from '#db/provisioning/move-rights.ts'
import { rolesOf } from '#db/provisioning/role-names.ts'
import { ensureGroup } from '#db/provisioning/roles.ts'
import type { DB } from '#db/types.ts'

export const queueSchema = 'bullmq'

/** Held while the role and its rights are set; of two processes at once the second waits. */
const oneAtATime = 0x10a6

/**
 * The tables of the queue, and the role that may use them; `appUser` (the application's login) may take that role on.
 * Runs as the owner of the database. Safe to repeat, also by several processes at once.
 */
export async function migrateQueue(ownerUrl: string, appUser: string): Promise<void> {
  const { queue } = rolesOf(appUser)
  await alone(ownerUrl, (trx) => ensureRole(trx, queue))
  await makeTables(ownerUrl)
  await alone(ownerUrl, (trx) => giveRights(trx, queue, appUser))
}

/**
 * The owner inherits the role: BullMQ makes a sequence for each queue at its first job, which belongs to the role, and
 * an owner who is no superuser could neither grant nor change what is not theirs.
 */
async function ensureRole(trx: Kysely<DB>, queue: string): Promise<void> {
  const name = sql.id(queue)
  await ensureGroup(trx, queue)
  await sql`grant ${name} to current_user with inherit true, set true`.execute(trx)
  for (const before of await otherRoles(trx, queue)) {
    await sql`grant ${sql.id(before)} to current_user with inherit true, set true;
      grant create on schema ${sql.id(queueSchema)} to ${name};
      reassign owned by ${sql.id(before)} to ${name}`.execute(trx)
    await moveRights(trx, queueSchema, before, queue)
  }
}

/** Roles that were the queue's when this database, or that of which it is a copy, was called otherwise. */
async function otherRoles(trx: Kysely<DB>, queue: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select rolname as name from pg_namespace, aclexplode(nspacl) join pg_roles on pg_roles.oid = grantee
    where nspname = ${queueSchema} and privilege_type = 'CREATE'
      and grantee <> nspowner and rolname <> ${queue}`.execute(trx)
  return rows.map(({ name }) => name)
}

async function makeTables(ownerUrl: string): Promise<void> {
  const pool = createPool(ownerUrl, { max: 1, waitMs: 10_000 })
  try {
    const owner = await pool.connect()
    try {
      await runMigrations(owner, queueSchema)
    } finally {
      owner.release(true)
    }
  } finally {
    await pool.end()
  }
}

async function giveRights(trx: Kysely<DB>, queue: string, appUser: string): Promise<void> {
  const [role, schema] = [sql.id(queue), sql.id(queueSchema)]
  await sql`
    grant usage, create on schema ${schema} to ${role};
    grant select, insert, update, delete on all tables in schema ${schema} to ${role};
    grant usage, select, update on all sequences in schema ${schema} to ${role};
    grant ${role} to ${sql.id(appUser)} with inherit false, set true`.execute(trx)
}

function alone(ownerUrl: string, work: (trx: Kysely<DB>) => Promise<void>): Promise<void> {
  return asOwner(ownerUrl, (owner) =>
    owner.transaction().execute(async (trx) => {
      await sql`select pg_advisory_xact_lock(${oneAtATime})`.execute(trx)
      await work(trx)
    }),
  )
}
