import { reportReaders } from '#app/addresses/report-readers.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { SavedReader } from '#app/domain/reporting/saved-reports/saved-report.ts'
import type { RequestContext } from '#app/server/request/context.ts'

/** The person of this request as a reader of saved reports; undefined for a parent. An operator on a visit looks, and saves none. */
export function savedReaderOf({ actor, can }: RequestContext): SavedReader | undefined {
  if (!actor.id) return undefined
  if (!reportReaders.any.some((permission) => can(permission))) return undefined
  return { user_id: actor.id, may: can, manages: can('entity.edit') }
}

/** The same, or a refusal (action_not_allowed). */
export function savedReader(context: RequestContext): SavedReader {
  const reader = savedReaderOf(context)
  if (!reader) throw new Refusal('action_not_allowed')
  return reader
}
