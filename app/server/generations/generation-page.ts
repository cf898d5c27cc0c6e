import { mayUndo } from '#app/domain/billing/generations/change-generation.ts'
import {
  countResults,
  describeFilters,
  findGeneration,
  type GenerationRecord,
  remainingInvoices,
} from '#app/domain/billing/generations/find-generations.ts'
import { undoHours } from '#app/domain/billing/generations/generation.ts'
import { sessionsOfPreview } from '#app/domain/billing/generations/sessions-of-preview.ts'
import { peopleWhoMay } from '#app/domain/identity/accounts/people-who-may.ts'
import type { RequestContext } from '#app/server/request/context.ts'

/** Remaining invoices that the page lists; the linked list has all. */
const maxListed = 10

/** What the page of a preview or a run shows, and what its reader may do. `busy`: the job that is working on it. */
export async function generationPage(context: RequestContext, id: string) {
  const db = await context.read()
  const record = await findGeneration(db, id)
  const [counts, filters, stay, sessions] = await Promise.all([
    countResults(db, id),
    describeFilters(db, record.filters),
    record.run_at ? remainingInvoices(db, id, maxListed) : undefined,
    record.run_at ? null : sessionsOfPreview(db, id, record.month, record.filters),
  ])
  const busy = currentJob(record)
  const { status, run_at, changes, undoable, retryable } = record
  const canBeUndone = undoable && (stay?.undoable ?? 0) > 0
  const inReach = context.can('generation.undo') && mayUndo(context.scope('generation.undo'), record)
  const undoes = canBeUndone && inReach
  const isPreview = !run_at && (status === 'previewed' || status === 'failed')
  return {
    record: shownFields(record),
    filters,
    counts,
    stay,
    sessions,
    busy,
    inReach,
    undo: canBeUndone
      ? {
          until: new Date(record.finished_at!.getTime() + undoHours * 3_600_000),
          by: undoes ? null : await peopleWhoMay(db, 'generation.undo', 'all'),
        }
      : null,
    progress: progressOf(record, counts),
    may: {
      run: status === 'previewed' && !changes && counts.ready > 0 && context.can('generation.run'),
      again: isPreview,
      remove: isPreview && !record.retry_of_id,
      retry: retryable && context.can('generation.run'),
      print: run_at !== null && !record.undone_at && counts.created > 0 && context.can('invoice.print'),
      undo: undoes,
      log: context.can('report_generation.view'),
    },
  }
}
export type GenerationPageData = Awaited<ReturnType<typeof generationPage>>

function currentJob({ status, undo_asked_at, undone_at }: GenerationRecord) {
  if (status === 'previewing') return 'preview'
  if (status === 'running') return 'run'
  return undo_asked_at && !undone_at ? 'undo' : undefined
}

/** How many students are done, of how many; undefined while that is not known yet. */
function progressOf(
  { status, student_count, checked_at }: GenerationRecord,
  { considered, ready }: { considered: number; ready: number },
) {
  if (status === 'previewing' && student_count !== null) return { done: considered, total: student_count }
  if (status === 'running' && checked_at) return { done: considered - ready, total: considered }
  return undefined
}

/** The columns that the page shows. */
function shownFields(record: GenerationRecord) {
  const { id, month, filters, setting, trigger, retry_of_id, status, hash, changes, error_code } = record
  const { issued_on, previewed_at, run_at, finished_at, undone_at, undo_reason, version, created_at } = record
  const { by, run_by_name, undone_by_name } = record
  return {
    ...{
      id,
      month,
      setting,
      trigger,
      retry_of_id,
      status,
      hash: hash?.slice(0, 12) ?? null,
      changes,
      error_code,
    },
    ...{ issued_on, previewed_at, run_at, finished_at, undone_at, undo_reason, version, created_at },
    ...{ by, run_by_name, undone_by_name, catch_up: filters.catch_up === true },
  }
}
