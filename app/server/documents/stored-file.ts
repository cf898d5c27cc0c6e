import { Refusal, type RefusalCode } from '#app/domain/core/refusal.ts'
import { environment } from '#app/environment.ts'
import type { Files } from '#app/integrations/files/file-store.ts'
import { filesOf } from '#app/integrations/files/files.ts'
import { FileMissing } from '#app/integrations/files/key.ts'
import type { RequestContext } from '#app/server/request/context.ts'

/** Files of the organisation that this request is for. */
export function ownFiles({ site }: RequestContext) {
  if (site.side !== 'tenant') throw new Refusal('not_found.page')
  return filesOf(environment, site.entity.place.schema)
}

/** Where a file is read that is not the organisation's own, and what the log says when it is gone. */
interface Store {
  files?: Files
  gone?: string
}

/**
 * One of them, in pieces. Undefined when its row is there and the file is gone: somebody must find out why, so that is
 * in the log, and what can be made again is made again by whoever asks.
 */
export async function storedFile(
  context: RequestContext,
  key: string,
  { files = ownFiles(context), gone = 'a stored file is gone' }: Store = {},
): Promise<ReadableStream<Uint8Array> | undefined> {
  try {
    return await files.stream(key)
  } catch (error) {
    if (!(error instanceof FileMissing)) throw error
    const { requestId, services } = context
    services.log.error({ requestId, file: key }, gone)
    return undefined
  }
}

/** One that is the whole answer: the connection goes back before it is read. Refuses `missing` when it is gone. */
export async function fileOrRefuse(
  context: RequestContext,
  key: string,
  missing: RefusalCode,
  store?: Store,
): Promise<ReadableStream<Uint8Array>> {
  await context.releaseConnection()
  const content = await storedFile(context, key, store)
  if (!content) throw new Refusal(missing)
  return content
}
