import type { KeptFile } from '#app/domain/core/documents/insert-stored-file.ts'
import { paperLimit } from '#app/domain/core/fields.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { LineFull } from '#app/integrations/at-most.ts'
import type { Files } from '#app/integrations/files/file-store.ts'
import { newFileKey } from '#app/integrations/files/key.ts'
import { type CheckedPaper, checkedPaper, kindOfPaper, PaperActive } from '#app/integrations/papers/paper.ts'
import { PictureUnusable } from '#app/integrations/pictures/picture.ts'
import type { RequestContext } from '#app/server/request/context.ts'
import { ownFiles } from './stored-file.ts'

/** A paper in the organisation's store, or in that of the platform, that no row names yet, by its key there. */
export interface StoredPaper extends KeptFile {
  /** As who sent it calls it, in one line, without its folder. */
  name: string
  content_type: CheckedPaper['contentType']
  bytes: CheckedPaper['bytes']
}

/** Letters of a file's name that are kept. */
const longestName = 150

/**
 * Puts a file that somebody sent into the store: a picture drawn anew, a PDF that can do nothing but be read, each known
 * by its content. Refuses at `field` file.too_big, file.kind, file.broken, file.active, file.upload_failed, and
 * too_many_requests while too many files wait. Whoever calls names it in a row, or removes it again.
 */
export async function storePaper(
  context: RequestContext,
  sent: File,
  field: string,
  files: Files = ownFiles(context),
): Promise<StoredPaper> {
  const { services, requestId } = context
  if (sent.size > paperLimit.bytes)
    throw new Refusal('file.larger_than', field, { most: paperLimit.bytes / 1_000_000 })
  const bytes = Buffer.from(await sent.arrayBuffer())
  if (!kindOfPaper(bytes)) throw new Refusal('file.kind', field)
  const kept = await checkedPaper(bytes).catch((error) => refuseUnusable(context, error, field))
  const { contentType: content_type } = kept
  const storage_key = newFileKey(kept.extension)
  await files.put(storage_key, kept.bytes, content_type).catch((error) => {
    services.log.error({ requestId, err: error }, 'a paper was not kept')
    throw new Refusal('file.upload_failed', field)
  })
  return { storage_key, name: nameOf(sent.name), content_type, bytes: kept.bytes }
}

/** Without what steers a terminal or turns a line around. */
const nameOf = (name: string) =>
  name
    .replace(/^.*[\\/]/, '')
    .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '')
    .trim()
    .slice(0, longestName) || 'file'

/** What was wrong with it is in the log: whoever runs the product sees honest files refused, and attacks. */
function refuseUnusable({ services, requestId }: RequestContext, error: Error, field: string): never {
  if (error instanceof LineFull) throw new Refusal('too_many_requests', field)
  const isActive = error instanceof PaperActive
  if (!isActive && !(error instanceof PictureUnusable)) throw error
  services.log.info({ requestId, reason: error.message }, 'a paper was refused')
  throw new Refusal(isActive ? 'file.active' : 'file.broken', field)
}
