import { type Kysely, sql, type Transaction } from 'kysely'
import { systemActor } from '#app/domain/core/actor.ts'
import { recordEach } from '#app/domain/core/audit.ts'
import { touched } from '#app/domain/core/changed.ts'
import type { DB } from '#db/types.ts'
import { retentionDays } from './transfer-slip.ts'

/** Files in one nightly run; the rest follow on the next nights. */
const most = 500

interface OldPaper {
  id: string
  file_id: string
  storage_key: string
}

/** Files of slips rejected or withdrawn long ago; those of confirmed slips prove a payment and stay. */
export async function papersOfOldSlips(db: Kysely<DB>): Promise<OldPaper[]> {
  return db
    .selectFrom('transfer_slip')
    .innerJoin('stored_file', 'stored_file.id', 'transfer_slip.file_id')
    .select(['transfer_slip.id', 'stored_file.id as file_id', 'stored_file.storage_key'])
    .where('transfer_slip.status', 'in', ['rejected', 'withdrawn'])
    .where(sql<boolean>`transfer_slip.decided_at < now() - make_interval(days => ${retentionDays})`)
    .orderBy('transfer_slip.id')
    .limit(most)
    .execute()
}

/** Clears the references to files that are deleted from storage; details and decision stay. Returns their number. */
export async function removeOldPapers(trx: Transaction<DB>, papers: readonly OldPaper[]): Promise<number> {
  if (papers.length === 0) return 0
  const ids = papers.map(({ id }) => id)
  const gone = await trx
    .updateTable('transfer_slip')
    .set({ file_id: null, ...touched })
    .where('id', 'in', ids)
    .where('file_id', 'is not', null)
    .returning('id')
    .execute()
  const files = papers.map(({ file_id }) => file_id)
  await sql`delete from stored_file where id = any(${files}::uuid[])`.execute(trx)
  await recordEach(trx, systemActor, 'transfer_slip.paper_removed', { type: 'transfer_slip' }, gone)
  return gone.length
}
