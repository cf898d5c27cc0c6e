import { removeUnfinished } from '#app/integrations/files/files.ts'
import type { Handler } from '../../handler.ts'

/** Longer than any file is written. */
const dayMs = 86_400_000

/** What a process that was killed in the middle of writing a file has left behind. */
export const cleanFiles: Handler<'files.clean'> = async (_payload, { environment, log }) => {
  const removed = await removeUnfinished(environment, new Date(Date.now() - dayMs))
  if (removed > 0) log.info({ removed }, 'unfinished files removed')
}
