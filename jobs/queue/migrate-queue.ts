import { runMigrations } from 'bullmq'
import { createPool } from '#db/pool.ts'

export const queueSchema = 'bullmq'
export const queueRole = 'lunas_queue'

/**
 * The tables of the queue, and the role that may use them; `appUser` (the application's login) may take that role on.
 * Runs as the owner of the database. Safe to repeat, also by several processes at once.
 */
export async function migrateQueue(ownerUrl: string, appUser: string): Promise<void> {
  const pool = createPool(ownerUrl, { max: 1, waitMs: 10_000 })
  try {
    const owner = await pool.connect()
    try {
      await runMigrations(owner, queueSchema)
      await owner.query(rights(owner.escapeIdentifier(appUser)))
    } finally {
      owner.release(true)
    }
  } finally {
    await pool.end()
  }
}

/**
 * Roles belong to the whole server, so another database's migration may be making the same one right now. BullMQ makes
 * a sequence for each queue at its first job, hence `create`, in this one schema.
 */
function rights(appUser: string): string {
  return `
do $$ begin
  create role ${queueRole} nologin;
exception when duplicate_object or unique_violation then null;
end $$;
grant usage, create on schema ${queueSchema} to ${queueRole};
grant select, insert, update, delete on all tables in schema ${queueSchema} to ${queueRole};
grant usage on all sequences in schema ${queueSchema} to ${queueRole};
grant ${queueRole} to ${appUser} with inherit false, set true;
`
}
