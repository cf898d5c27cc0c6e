import type { Transaction } from 'kysely'
import type { Actor } from '#app/domain/core/actor.ts'
import { databaseTime } from '#app/domain/core/clock.ts'
import type { Outcome } from '#app/integrations/myinvois/client.ts'
import { portalLimits } from '#app/integrations/myinvois/limits.ts'
import { enqueue } from '#app/outbox/enqueue.ts'
import type { DB } from '#db/types.ts'
import { done, later, letIn, notNow, openAccess, type Step } from './access.ts'
import { moveDocuments, tell } from './move-documents.ts'
import { type PortalTools, timeOf } from './portal-tools.ts'
import { minute, planTurn } from './schedule.ts'
import { withdrawnFault } from './withdrawn.ts'

/**
 * Somebody wants a document cancelled: one that has not left is withdrawn at once, one on its way is cancelled as soon as it is
 * valid, and a valid one now. The caller has locked it, has checked that the actor may and that the 72 hours are not over, and
 * records who asked. Does nothing to a document that has its end, and nothing a second time. Refuses (RangeError) a reason that
 * the portal would not take.
 */
export async function requestCancel(
  trx: Transaction<DB>,
  actor: Actor,
  { document_id: id, reason }: { document_id: string; reason: string },
  at?: Date,
): Promise<void> {
  if (reason.trim() === '' || reason.length > portalLimits.reasonCharacters)
    throw new RangeError(`a reason has 1 to ${portalLimits.reasonCharacters} characters`)
  const now = at ?? (await databaseTime(trx))
  const about = { actor, at: now }
  const detail = { reason }
  const withdrawn = { id, set: { faults: [withdrawnFault] }, detail }
  if ((await moveDocuments(trx, 'withdrawn', [withdrawn], about)).length > 0) return
  const asked = await trx
    .updateTable('einvoice_document')
    .set(({ eb }) => ({
      ...{ cancel_requested_at: now, cancel_reason: reason, updated_at: now },
      version: eb('version', '+', 1),
    }))
    .where('id', '=', id)
    .where('status', 'in', ['sending', 'submitted', 'processing', 'valid'])
    .where('cancel_requested_at', 'is', null)
    .returning('status')
    .executeTakeFirst()
  if (!asked) return
  await tell(trx, [{ document_id: id, kind: 'cancel_requested', detail }], about)
  if (asked.status !== 'valid') return
  await enqueue(trx, 'einvoice.cancel', { document_id: id })
  await planTurn(trx, new Date(now.getTime() + 2 * minute))
}

/** The portal's refusals of a cancellation that it will not change its mind about. */
const refusals = ['OperationPeriodOver', 'ActiveReferencingDocuments', 'IncorrectState', 'Forbidden'] as const

/** Tells the portal. An answer that does not come is no harm: who cancels twice is told that it is cancelled. */
export async function carryOutCancel(tools: PortalTools, document_id: string): Promise<Step> {
  const access = await openAccess(tools)
  if (!access) return done
  const waits = await letIn(tools, access)
  if (waits) return waits
  const document = await tools.write((trx) =>
    trx
      .selectFrom('einvoice_document')
      .select(['uuid', 'cancel_reason'])
      .where('id', '=', document_id)
      .where('status', '=', 'valid')
      .where('cancel_requested_at', 'is not', null)
      .where('environment', '=', access.setting.environment)
      .executeTakeFirst(),
  )
  await tools.releaseConnection?.()
  if (!document) return done
  const { uuid, cancel_reason } = document
  const { portal } = access
  const asked = await portal.cancel(uuid!, cancel_reason ?? '')
  if (asked.kind === 'later' || asked.kind === 'denied') return notNow(tools, access, asked)
  const isDone = asked.kind === 'ok'
  // Whether it is cancelled already, or was cancelled although no answer came.
  const found = isDone ? undefined : await portal.getDetails(uuid!)
  if (found && (found.kind === 'later' || found.kind === 'denied')) return notNow(tools, access, found)
  const isCancelled = isDone || (found?.kind === 'ok' && found.value.status === 'cancelled')
  if (!isCancelled && (asked.kind === 'unknown' || found?.kind === 'unknown'))
    return later(minute, 'the portal did not say whether it cancelled')
  const at = found?.kind === 'ok' ? found.value.cancelledAt : null
  await tools.write(async (trx) => {
    const now = await timeOf(tools, trx)
    if (isCancelled) await storeCancelled(trx, document_id, { cancelled_at: at ?? now, now, asked })
    else if (asked.kind === 'refused') await storeRefused(trx, document_id, asked, now)
  })
  return done
}

interface Cancelled {
  cancelled_at: Date
  now: Date
  asked: Outcome<true>
}

async function storeCancelled(
  trx: Transaction<DB>,
  id: string,
  { cancelled_at, now, asked }: Cancelled,
): Promise<void> {
  const correlationId = 'correlationId' in asked ? asked.correlationId : null
  await moveDocuments(trx, 'cancelled', [{ id, set: { cancelled_at } }], { correlationId, at: now })
}

/** It stays valid, and its history says why: what is left is a credit note. */
async function storeRefused(
  trx: Transaction<DB>,
  id: string,
  { codes, faults, correlationId }: Extract<Outcome<true>, { kind: 'refused' }>,
  now: Date,
): Promise<void> {
  await trx
    .updateTable('einvoice_document')
    .set({ cancel_requested_at: null, cancel_reason: null })
    .set(({ eb }) => ({ version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .where('status', '=', 'valid')
    .execute()
  const code = refusals.find((one) => codes.includes(one)) ?? codes[0] ?? null
  const detail = { code, faults }
  await tell(trx, [{ document_id: id, kind: 'cancel_refused', detail }], { correlationId, at: now })
}
