import { join } from 'node:path'
import type { Environment } from '#app/environment.ts'
import type { Files } from './file-store.ts'
import { localFiles, removeUnfinishedIn } from './local.ts'

/**
 * The place, a tenant's schema or "platform", is part of every path by construction, so no key leads to another
 * tenant's files. Refuses a schema that is neither.
 */
export function filesOf(environment: Pick<Environment, 'dataDir'>, schema: string): Files {
  if (!/^(platform|t_[a-z0-9_]{3,50})$/.test(schema)) throw new Error(`no place for files: ${schema}`)
  return localFiles(join(environment.dataDir, 'files', schema))
}

/** All files of a tenant that is gone. Refuses the platform, which never is. Twice is harmless. */
export async function removeFilesOf(
  environment: Pick<Environment, 'dataDir'>,
  schema: string,
): Promise<void> {
  if (schema === 'platform') throw new Error('the files of the platform stay')
  await filesOf(environment, schema).removeAll()
}

/** Files of all places that nobody has written on since, and that were never finished; returns how many there were. */
export function removeUnfinished(environment: Pick<Environment, 'dataDir'>, before: Date): Promise<number> {
  return removeUnfinishedIn(join(environment.dataDir, 'files'), before)
}
