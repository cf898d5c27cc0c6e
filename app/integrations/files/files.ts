import { join } from 'node:path'
import type { Environment } from '#app/environment.ts'
import { localFiles } from './local.ts'

/** Files of one organisation (or of the platform). A key names a file inside it and can name nothing outside. */
export interface Files {
  /** Writes the whole file or nothing, replacing what was there; it survives a crash once this resolves. */
  put(key: string, bytes: Uint8Array, contentType: string): Promise<void>
  /** The whole file. Refuses (FileMissing) a key that has none. */
  get(key: string): Promise<Buffer>
  /** The file in pieces, ready for a response body. Refuses (FileMissing) a key that has none. */
  stream(key: string): Promise<ReadableStream<Uint8Array>>
  exists(key: string): Promise<boolean>
  /** Removes the file; one that is gone already is fine. */
  remove(key: string): Promise<void>
}

/**
 * The files of one place: a tenant's schema or "platform". The place is part of every path by construction, so no key
 * leads to another tenant's files. Refuses a schema that is neither.
 */
export function filesOf(environment: Pick<Environment, 'dataDir'>, schema: string): Files {
  if (!/^(platform|t_[a-z0-9_]{3,50})$/.test(schema)) throw new Error(`no place for files: ${schema}`)
  return localFiles(join(environment.dataDir, 'files', schema))
}
