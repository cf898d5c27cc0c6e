import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { documentFor } from '#app/domain/billing/documents/find-document.ts'
import { loseDocument } from '#app/domain/core/documents/change-document.ts'
import { paths } from '#app/paths.ts'
import { documentReader, requestDocumentAgain } from '#app/server/documents/document-requests.ts'
import { storedFile } from '#app/server/documents/stored-file.ts'
import { download } from '#app/server/documents/table-file.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'

/** The file of a document, for whoever may see the document. */
export const handle = { access: 'signed-in' } satisfies Handle

/** One that is not there yet leads to the page that says so, one that is gone is made again. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const id = idOf(params, 'not_found.document')
  const document = await documentFor(await context.read(), documentReader(context), id)
  const { status, storage_key, file_name, content_type, size_bytes } = document
  if (status !== 'ready' || !storage_key || !file_name || !content_type) return redirect(paths.document(id))
  await context.releaseConnection()
  const content = await storedFile(context, storage_key)
  if (!content) {
    const next = await context.write(async (trx) => {
      await loseDocument(trx, id)
      return requestDocumentAgain(trx, context, document)
    })
    return redirect(`${paths.document(next)}?lost`)
  }
  const response = download(content, file_name, content_type, size_bytes ?? undefined)
  response.headers.set('cache-control', 'private, no-store')
  return response
}
