import { redirect } from '@remix-run/node'
import { recordDownload } from '#app/domain/reporting/archives/change-archive.ts'
import type { Archive } from '#app/domain/reporting/archives/find-archives.ts'
import { storedFile } from '#app/server/documents/stored-file.ts'
import { download } from '#app/server/documents/table-file.ts'
import type { RequestContext } from '#app/server/request/context.ts'

/** The file of an archive that its reader may have; what is not there, or not there any more, leads to its page. */
export async function archiveFile(
  context: RequestContext,
  archive: Archive,
  page: string,
): Promise<Response> {
  const { id, parent_id, status, storage_key, file_name, size_bytes } = archive
  if (status !== 'ready' || !storage_key || !file_name) return redirect(page)
  await context.releaseConnection()
  const content = await storedFile(context, storage_key)
  if (!content) return redirect(page)
  await context.writeWithoutRecount((trx) => recordDownload(trx, context.actor, { id, parent_id, file_name }))
  return download(content, file_name, 'application/zip', size_bytes ?? undefined)
}

/** How often the page of an archive asks again, in seconds; not once nothing changes any more. */
export const refreshOf = ({ status }: Pick<Archive, 'status'>): Record<string, string> =>
  status === 'queued' ? { refresh: '3' } : {}
