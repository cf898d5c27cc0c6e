import { forgetPapers, papersOfOldLeave } from '#app/domain/classes/leave/remove-papers.ts'
import type { Handler } from '#jobs/handler.ts'

/** Removes the files before their rows: if that fails in between, the next night finds the rows and repeats it. */
export const cleanLeavePapers: Handler<'leave_request.upkeep'> = async (
  _payload,
  { withTenant, files, log },
) => {
  const papers = await withTenant(papersOfOldLeave)
  for (const { storage_key } of papers) await files.remove(storage_key)
  const removed = await withTenant((trx) => forgetPapers(trx, papers))
  if (removed > 0) log.info({ removed }, 'papers of old leave removed')
}
