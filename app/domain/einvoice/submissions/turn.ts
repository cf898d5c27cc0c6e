import { sql, type Transaction } from 'kysely'
import { portalLimits } from '#app/integrations/myinvois/limits.ts'
import { enqueueFor, enqueueFromJob } from '#app/outbox/enqueue.ts'
import type { DB } from '#db/types.ts'
import { findSetting, maySubmit } from '../settings/find-setting.ts'
import { minute } from './schedule.ts'

/** What is overdue by so much has no job any more, or never had one. */
const overdueMs = 30_000
/** An organisation whose turn was asked for has it within this time, or it is asked for again. */
const turnMs = 10 * minute
/** So many steps are asked for in a turn; the next one is near when there are more. */
const mostSteps = 100

/**
 * Asks for the turn of each organisation that has something to do about e-invoices; in the platform's schema. Looks into no
 * schema of an organisation. Returns how many there were.
 */
export async function enqueueTurns(trx: Transaction<DB>): Promise<number> {
  const due = await trx
    .updateTable('platform.einvoice_turn')
    .set({ next_at: sql<Date>`now() + ${turnMs} * interval '1 millisecond'` })
    .where('next_at', '<=', sql<Date>`now()`)
    .returning('entity_id')
    .execute()
  await enqueueFor(
    trx,
    'einvoice.turn',
    due.map(({ entity_id }) => ({ entity_id, payload: {} })),
  )
  return due.length
}

/** Asks for everything of the organisation whose time has come, and says when it has something to do next. */
export async function takeTurn(trx: Transaction<DB>, job: { id: string }, now: Date): Promise<void> {
  // Whoever plans something meanwhile waits, and is not overlooked.
  await trx.selectFrom('platform.einvoice_turn').select('next_at').forUpdate().execute()
  const setting = await findSetting(trx)
  const isOpen = maySubmit(setting)
  const overdue = new Date(now.getTime() - overdueMs)
  const due = isOpen
    ? await trx
        .selectFrom('einvoice_submission')
        .select(['id', 'next_at'])
        .where('next_at', '<=', now)
        .orderBy('next_at')
        .limit(mostSteps)
        .execute()
    : []
  for (const { id, next_at } of due)
    await enqueueFromJob(trx, job, 'einvoice.follow', { submission_id: id }, `${id} ${next_at!.getTime()}`)
  const isQueued = isOpen && (await queuedSince(trx, setting!.environment, overdue))
  if (isQueued) await enqueueFromJob(trx, job, 'einvoice.submit', {}, 'queued')
  const toCancel = isOpen ? await cancellations(trx, overdue, now) : []
  for (const { id } of toCancel) await enqueueFromJob(trx, job, 'einvoice.cancel', { document_id: id }, id)
  const isWaiting = isQueued || toCancel.length > 0 || due.length > 0
  await planAgain(trx, isOpen, isWaiting ? new Date(now.getTime() + turnMs) : null, now)
}

const queuedSince = async (trx: Transaction<DB>, environment: string, since: Date) =>
  (await trx
    .selectFrom('einvoice_document')
    .select('id')
    .where('status', '=', 'queued')
    .where('environment', '=', environment)
    .where('updated_at', '<=', since)
    .limit(1)
    .executeTakeFirst()) !== undefined

/** Asked for, possible, and not done. */
const cancellations = (trx: Transaction<DB>, since: Date, now: Date) =>
  trx
    .selectFrom('einvoice_document')
    .select('id')
    .where('status', '=', 'valid')
    .where('cancel_requested_at', '<=', since)
    .where('validated_at', '>', new Date(now.getTime() - portalLimits.cancelMs))
    .limit(mostSteps)
    .execute()

async function planAgain(trx: Transaction<DB>, isOpen: boolean, at: Date | null, now: Date): Promise<void> {
  const { next } = await trx
    .selectFrom('einvoice_submission')
    .select(({ fn }) => fn.min('next_at').as('next'))
    .where('next_at', '>', now)
    .executeTakeFirstOrThrow()
  const times = [at, next as Date | null].filter((one) => one !== null)
  // A queue that is stopped goes on by a connection test that passes.
  const next_at = isOpen && times.length > 0 ? new Date(Math.min(...times.map((one) => one.getTime()))) : null
  await trx.updateTable('platform.einvoice_turn').set({ next_at }).execute()
}
