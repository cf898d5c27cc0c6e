import { sql, type Transaction } from 'kysely'
import type { Actor, RowScope } from '#app/domain/core/actor.ts'
import { record } from '#app/domain/core/audit.ts'
import { addDays, addMonths } from '#app/domain/core/dates.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { reachedParent } from '#app/domain/people/parents/find-parents.ts'
import type { Locale } from '#app/i18n/locales.ts'
import { enqueue } from '#app/outbox/enqueue.ts'
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import { type ArchiveFailure, keptDays, type MadeArchive, type YearInput } from './archive.ts'

interface Asked {
  today: string
  locale: Locale
}

/**
 * Requests the archive of twelve months; of a year that still runs, up to today. The same one, asked for again while it is made, is
 * the same archive. Refuses a year that is yet to begin (archive.year_to_come), and another while one is made (archive.running).
 * Returns the id.
 */
export async function requestYear(
  trx: Transaction<DB>,
  actor: Actor,
  { begins, papers }: Pick<YearInput, 'begins' | 'papers'>,
  { today, locale }: Asked,
): Promise<string> {
  const starts_on = `${begins}-01`
  if (starts_on > today) throw new Refusal('archive.year_to_come', 'begins')
  const last = addDays(addMonths(starts_on, 12), -1)
  const order = { starts_on, ends_on: last < today ? last : today, papers: papers === 'yes', locale }
  const id = newId()
  const made = await trx
    .insertInto('archive')
    .values({ id, kind: 'year', ...order, created_by: actor.id! })
    .onConflict((conflict) => conflict.expression(sql`(true)`).where(isQueuedYear).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!made) return sameYear(trx, order)
  await enqueue(trx, 'archive.make', { archive_id: id })
  const { starts_on: from, ends_on: to } = order
  await record(
    trx,
    actor,
    'archive.requested',
    { type: 'archive', id },
    { after: { from, to, papers: order.papers } },
  )
  return id
}

/** Written exactly as in the partial index. */
const isQueuedYear = sql<boolean>`kind = 'year' and status = 'queued'`

async function sameYear(
  trx: Transaction<DB>,
  order: { starts_on: string; ends_on: string; papers: boolean; locale: Locale },
): Promise<string> {
  const running = await trx
    .selectFrom('archive')
    .select(['id', 'starts_on', 'papers', 'locale'])
    .where(isQueuedYear)
    .executeTakeFirst()
  // Finished in this very moment: it can be asked for again.
  if (!running) throw new Refusal('version_conflict')
  const same =
    running.starts_on === order.starts_on &&
    running.papers === order.papers &&
    running.locale === order.locale
  if (!same) throw new Refusal('archive.running')
  // Enqueued once more, in case the job was lost; a second job finds it done.
  await enqueue(trx, 'archive.make', { archive_id: running.id })
  return running.id
}

/**
 * Requests all that a family may see of itself: for a parent of their own (`for_office` false), or for the office, of a family in
 * scope. Asked for again while it is made, it is the same archive. Refuses not_found.parent. Returns the id.
 */
export async function requestFamily(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  parent_id: string,
  { locale, for_office }: Pick<Asked, 'locale'> & { for_office: boolean },
): Promise<string> {
  const { name } = await reachedParent(trx, scope, parent_id)
  const id = newId()
  const made = await trx
    .insertInto('archive')
    .values({ id, kind: 'family', parent_id, for_office, locale, created_by: actor.id! })
    .onConflict((conflict) =>
      conflict
        .columns(['parent_id', 'created_by'])
        .where(sql<boolean>`kind = 'family' and status = 'queued'`)
        .doNothing(),
    )
    .returning('id')
    .executeTakeFirst()
  const running =
    made ??
    (await trx
      .selectFrom('archive')
      .select('id')
      .where('parent_id', '=', parent_id)
      .where('created_by', '=', actor.id!)
      .where('kind', '=', 'family')
      .where('status', '=', 'queued')
      .executeTakeFirst())
  if (!running) throw new Refusal('version_conflict')
  await enqueue(trx, 'archive.make', { archive_id: running.id })
  if (made)
    await record(
      trx,
      actor,
      'archive.family_requested',
      { type: 'parent', id: parent_id },
      { after: { name, for_office } },
    )
  return running.id
}

/** Records that somebody has taken the file of an archive. */
export async function recordDownload(
  trx: Transaction<DB>,
  actor: Actor,
  { id, parent_id, file_name }: { id: string; parent_id: string | null; file_name: string | null },
): Promise<void> {
  const object = parent_id ? ({ type: 'parent', id: parent_id } as const) : ({ type: 'archive', id } as const)
  await record(trx, actor, 'archive.downloaded', object, { after: { file_name } })
}

/** Stores the progress; does nothing once it is no longer queued. */
export async function noteArchiveProgress(
  trx: Transaction<DB>,
  id: string,
  { done, total }: { done: number; total: number },
): Promise<void> {
  await trx
    .updateTable('archive')
    .set({ rows_done: done, rows_total: total })
    .where('id', '=', id)
    .where('status', '=', 'queued')
    .execute()
}

/** Returns false and does nothing once it is no longer queued. The requester is told by mail. */
export async function finishArchive(trx: Transaction<DB>, id: string, made: MadeArchive): Promise<boolean> {
  const row = await trx
    .updateTable('archive')
    .set({
      ...made,
      status: 'ready',
      ready_at: sql<Date>`now()`,
      expires_at: sql<Date>`now() + case kind when 'year' then ${sql.lit(`${keptDays.year} days`)}::interval
        else ${sql.lit(`${keptDays.family} days`)}::interval end`,
    })
    .where('id', '=', id)
    .where('status', '=', 'queued')
    .returning('created_by')
    .executeTakeFirst()
  if (!row) return false
  await enqueue(trx, 'archive.mail', { archive_id: id, user_id: row.created_by })
  return true
}

export async function failArchive(
  trx: Transaction<DB>,
  id: string,
  error_code: ArchiveFailure,
): Promise<void> {
  await trx
    .updateTable('archive')
    .set({ status: 'failed', error_code })
    .where('id', '=', id)
    .where('status', '=', 'queued')
    .execute()
}

/** Files of archives whose time is over. */
export async function overdueArchives(trx: Transaction<DB>) {
  return trx
    .selectFrom('archive')
    .select(['id', 'storage_key'])
    .where('status', '=', 'ready')
    .where('expires_at', '<', sql<Date>`now()`)
    .execute()
}

/** Marks archives whose files are gone. */
export async function expireArchives(trx: Transaction<DB>, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await trx
    .updateTable('archive')
    .set({ status: 'expired' })
    .where('id', 'in', [...ids])
    .where('status', '=', 'ready')
    .execute()
}
