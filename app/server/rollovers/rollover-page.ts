import { countsOf, type RolloverRecord, rolloverFor } from '#app/domain/enrolment/rollovers/find-rollovers.ts'
import { isBlocking } from '#app/domain/enrolment/rollovers/rollover.ts'
import type { RequestContext } from '#app/server/request/context.ts'

/** What the page of a change of year shows, and what its reader may do with it. */
export async function rolloverPage(context: RequestContext, id: string) {
  const db = await context.read()
  const record = await rolloverFor(db, id)
  const { status, previewed_at, undoable } = record
  const isSeen = previewed_at !== null && status !== 'planning' && status !== 'previewing'
  const manages = context.can('rollover.manage')
  const isOpen = status === 'planning' || status === 'previewed'
  return {
    record,
    counts: isSeen ? await countsOf(db, record) : undefined,
    busy: busyWith(record),
    blocking: status === 'previewed' ? record.problems.filter(isBlocking) : [],
    warnings: status === 'previewed' ? record.problems.filter((problem) => !isBlocking(problem)) : [],
    may: {
      change: manages && isOpen,
      run: manages && status === 'previewed' && !record.problems.some(isBlocking),
      undo: manages && undoable,
      generate: context.can('generation.preview'),
    },
  }
}
export type RolloverPageData = Awaited<ReturnType<typeof rolloverPage>>

function busyWith({ status, undo_asked_at }: RolloverRecord) {
  if (status === 'previewing') return 'preview'
  if (status === 'running') return 'run'
  return status === 'done' && undo_asked_at ? 'undo' : undefined
}
