import type { Kysely, Transaction } from 'kysely'
import { z } from 'zod'
import type { Actor, RowScope } from '#app/domain/core/actor.ts'
import { record } from '#app/domain/core/audit.ts'
import { refuseStale } from '#app/domain/core/changed.ts'
import { currentTime, databaseTime } from '#app/domain/core/clock.ts'
import { reason, version } from '#app/domain/core/fields.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { Keys } from '#app/domain/core/secrets.ts'
import type { DB } from '#db/types.ts'
import { checkDocument } from '../document/check-document.ts'
import { explainFault } from '../faults/explain.ts'
import { findSetting, maySubmit, type Setting } from '../settings/find-setting.ts'
import { requestCancel } from '../submissions/cancel.ts'
import { moveDocuments } from '../submissions/move-documents.ts'
import { enqueueSubmission } from '../submissions/queue.ts'
import type { Fault } from '../words.ts'
import { type Composed, composeDocuments, type Notice } from './compose-documents.ts'
import { documentsIn, type EInvoiceRow, einvoice } from './find-documents.ts'
import { fingerprintOf, isUnchanged } from './fingerprint.ts'

export const retryForm = z.object({ version })
export const cancelForm = z.object({ reason, version })

/** Whether a document can be sent again, and else why not; what it would say is in `notices`, what it lacks now in `faults`. */
export interface RetryStanding {
  may: boolean
  /** The sentence is `einvoice.retry_hint.<why>`. */
  why: 'unchanged' | 'reported' | 'faults' | 'waits' | 'cancelled' | 'stopped' | null
  faults: readonly Fault[]
  notices: readonly Notice[]
  /** The number of the invoice that it waits for. */
  waits_for: string | null
}

type Retried = Pick<EInvoiceRow, 'id' | 'stored_status' | 'faults' | 'fingerprint' | 'environment'>

/**
 * A document that was refused is sent again only when it says something else now, or when the portal itself was at fault:
 * the same again would be refused again. One that waits is told what it waits for.
 */
export async function retryStanding(db: Kysely<DB>, keys: Keys, row: Retried): Promise<RetryStanding> {
  const [setting, composed] = await Promise.all([
    findSetting(db),
    composeDocuments(db, keys, [row.id]).then((all) => all.get(row.id)),
  ])
  const nothing = { may: false, why: null, faults: [], notices: [], waits_for: null } as const
  // What is of the system that is not in use waits for nobody.
  if (!composed || (setting && setting.environment !== row.environment)) return nothing
  if ('waits' in composed) return { ...nothing, why: 'waits', waits_for: composed.waits.number }
  const faults = faultsOf(composed, setting)
  const notices = 'document' in composed ? composed.notices : []
  const found = { ...nothing, faults, notices }
  if (faults.some(({ code }) => code === 'source.cancelled')) return { ...found, why: 'cancelled' }
  // A new time would make it another document: it would be reported twice.
  if (row.faults.some((one) => explainFault(one).key === 'document.duplicate'))
    return { ...found, why: 'reported' }
  if (faults.length > 0) return { ...found, why: 'faults' }
  if (!setting || !maySubmit(setting)) return { ...found, why: 'stopped' }
  const fingerprint =
    'document' in composed ? fingerprintOf(composed.document, setting.document_version) : null
  if (isRefused(row) && isUnchanged(fingerprint, row)) return { ...found, why: 'unchanged' }
  return { ...found, may: isRefused(row) }
}

const isRefused = ({ stored_status }: Pick<Retried, 'stored_status'>) =>
  stored_status === 'invalid' || stored_status === 'failed'

/** Everything that our own checks find, as it is now. */
function faultsOf(composed: Composed, setting: Setting | undefined): readonly Fault[] {
  if ('faults' in composed) return composed.faults
  if (!('document' in composed)) return []
  const version = setting?.document_version ?? '1.0'
  return checkDocument({ ...composed.document, issuedAt: currentTime(), version })
}

/**
 * Queues a refused document once more. Refuses (einvoice.not_retryable) one that would be refused again, see
 * {@link retryStanding}. Returns its number.
 */
export async function retryDocument(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  keys: Keys,
  { id, version: known }: { id: string; version: number },
): Promise<string> {
  await lock(trx, scope, id)
  const row = await einvoice(trx, scope, id)
  refuseStale(row, known)
  if (!(await retryStanding(trx, keys, row)).may) throw new Refusal('einvoice.not_retryable')
  const at = await databaseTime(trx)
  // That it was to be cancelled is over with what was refused.
  const set = { faults: [], cancel_requested_at: null, cancel_reason: null }
  const moved = await moveDocuments(trx, 'queued', [{ id, version: known, set }], { actor, at })
  if (moved.length === 0) throw new Refusal('version_conflict')
  await record(trx, actor, 'einvoice.retried', { type: 'einvoice', id }, { after: { number: row.number } })
  await enqueueSubmission(trx)
  return row.number
}

/**
 * Cancels a document: one that waits is not sent, one that is on its way is cancelled as soon as it is valid, and of a valid one
 * the portal is asked. Refuses one that came to nothing (einvoice.cancel_state), that was asked about already
 * (einvoice.cancel_asked), whose 72 hours are over (einvoice.cancel_late) or that a credit note corrects (einvoice.corrected), with
 * the page of the credit note. Returns its number.
 */
export async function cancelDocument(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  { id, version: known, reason: why }: { id: string; version: number; reason: string },
): Promise<string> {
  await lock(trx, scope, id)
  const row = await einvoice(trx, scope, id)
  refuseStale(row, known)
  if (row.cancel_requested_at) throw new Refusal('einvoice.cancel_asked')
  if (row.bound === 'fixed') throw await finalRefusal(trx, row)
  if (!isCancellable(row)) throw new Refusal('einvoice.cancel_state')
  const after = { number: row.number, reason: why }
  await record(trx, actor, 'einvoice.cancel_requested', { type: 'einvoice', id }, { after })
  await requestCancel(trx, actor, { document_id: id, reason: why })
  return row.number
}

/** Whether a document can be cancelled at all, whoever asks. */
export const isCancellable = (
  row: Pick<EInvoiceRow, 'stored_status' | 'bound' | 'cancel_requested_at'>,
): boolean =>
  row.cancel_requested_at === null &&
  (row.stored_status === 'queued' || row.bound === 'under_way' || row.bound === 'cancellable')

async function finalRefusal(trx: Transaction<DB>, row: EInvoiceRow): Promise<Refusal> {
  const note = row.invoice_id !== null && ({ to: 'refund', id: row.invoice_id } as const)
  const correction = await correctionOf(trx, row.id)
  if (!correction) return new Refusal('einvoice.cancel_late').blockedBy(note)
  return new Refusal('einvoice.corrected').blockedBy({
    ...{ to: 'einvoice' as const, id: correction.id, name: correction.number },
  })
}

/** The e-invoice of a credit note that refers to a document and is at the portal; undefined: none. */
export function correctionOf(db: Kysely<DB>, document_id: string) {
  return db
    .selectFrom('einvoice_document')
    .select(['id', 'number'])
    .where('original_id', '=', document_id)
    .where('status', 'in', ['sending', 'submitted', 'processing', 'valid'])
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst()
}

/** Refuses not_found.einvoice. */
async function lock(trx: Transaction<DB>, scope: RowScope, id: string): Promise<void> {
  const row = await documentsIn(trx, scope)
    .select('document.id')
    .where('document.id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found.einvoice')
}
