import { type Access, done, notNow, type Step } from './access.ts'
import { moveDocuments, tell } from './move-documents.ts'
import { nextWatch, readSubmission } from './poll.ts'
import { type PortalTools, timeOf } from './portal-tools.ts'
import { planNext, watchEveryMs } from './schedule.ts'
import type { Submission } from './submission.ts'

/**
 * Looks at the valid documents of a request, hourly and for 72 hours: whether a buyer asks for a rejection, which leaves the
 * document valid, and whether one was cancelled in the portal itself.
 */
export async function watchRejections(
  tools: PortalTools,
  access: Access,
  submission: Submission,
): Promise<Step> {
  const outcome = submission.submission_uid
    ? await readSubmission(access, submission.submission_uid)
    : undefined
  if (outcome?.kind === 'later' || outcome?.kind === 'denied') return notNow(tools, access, outcome)
  const said = outcome?.kind === 'ok' ? outcome.value.documents : []
  const correlationId = outcome?.kind === 'ok' ? outcome.correlationId : null
  await tools.write(async (trx) => {
    const now = await timeOf(tools, trx)
    const about = { correlationId, at: now }
    const documents = await trx
      .selectFrom('einvoice_document')
      .select(['id', 'uuid', 'status', 'validated_at', 'reject_requested_at'])
      .where('submission_id', '=', submission.id)
      .forUpdate()
      .execute()
    for (const { id, uuid, status, reject_requested_at } of documents) {
      const one = said.find((document) => document.uuid === uuid)
      if (!one || status !== 'valid') continue
      if (one.status === 'cancelled') {
        const set = { cancelled_at: one.cancelledAt ?? now, cancel_reason: one.reason }
        await moveDocuments(trx, 'cancelled', [{ id, set, detail: { reason: one.reason } }], about)
      } else if (one.rejectRequestedAt && !reject_requested_at) {
        await trx
          .updateTable('einvoice_document')
          .set({ reject_requested_at: one.rejectRequestedAt, reject_reason: one.reason })
          .where('id', '=', id)
          .where('reject_requested_at', 'is', null)
          .execute()
        await tell(
          trx,
          [{ document_id: id, kind: 'reject_requested', detail: { reason: one.reason } }],
          about,
        )
      }
    }
    const next =
      outcome?.kind === 'unknown' ? new Date(now.getTime() + watchEveryMs) : nextWatch(documents, now)
    await planNext(trx, submission.id, next, now)
  })
  return done
}
