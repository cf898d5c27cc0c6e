import { type Kysely, sql, type Transaction } from 'kysely'
import { systemActor } from '#app/domain/core/actor.ts'
import { recordEach } from '#app/domain/core/audit.ts'
import { todayInSql } from '#app/domain/core/clock.ts'
import type { DB } from '#db/types.ts'

/** Days for which a paper of leave is kept after its last day, or after it was withdrawn: it may speak of a child's health. */
export const paperDays = 180
/** What is left comes in one of the next nights. */
const filesPerRun = 500

interface LeaveFileRow {
  /** Of the leave request. */
  id: string
  file_id: string
  storage_key: string
}

/** Papers of leave that was over, or withdrawn, long ago. */
export const papersOfOldLeave = (db: Kysely<DB>): Promise<LeaveFileRow[]> =>
  db
    .selectFrom('leave_request')
    .innerJoin('stored_file', 'stored_file.id', 'leave_request.file_id')
    .select(['leave_request.id', 'stored_file.id as file_id', 'stored_file.storage_key'])
    .where(
      sql<boolean>`(leave_request.ends_on < ${todayInSql} - ${sql.lit(paperDays)}
        or leave_request.withdrawn_at < now() - make_interval(days => ${sql.lit(paperDays)}))`,
    )
    .orderBy('leave_request.id')
    .limit(filesPerRun)
    .execute()

/** Forgets papers whose files are gone from storage; days and reason stay. Returns their number. */
export async function forgetPapers(trx: Transaction<DB>, old: readonly LeaveFileRow[]): Promise<number> {
  if (old.length === 0) return 0
  const gone = await trx
    .updateTable('leave_request')
    .set({ file_id: null, version: sql<number>`version + 1` })
    .where(sql<boolean>`id = any(${old.map(({ id }) => id)}::uuid[])`)
    .where('file_id', 'is not', null)
    .returning('id')
    .execute()
  const files = old.map(({ file_id }) => file_id)
  await sql`delete from stored_file where id = any(${files}::uuid[])`.execute(trx)
  await recordEach(trx, systemActor, 'leave_request.paper_removed', { type: 'leave_request' }, gone)
  return gone.length
}
