import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { loseDocument } from '#app/domain/documents/ask-for-document.server.ts'
import { documentFor } from '#app/domain/documents/find-document.server.ts'
import { Refusal } from '#app/domain/refusal.ts'
import { environment } from '#app/environment.ts'
import { filesOf } from '#app/integrations/files/files.ts'
import { paths } from '#app/paths.ts'
import { documentReader } from '#app/server/documents/list-document.ts'
import { download } from '#app/server/documents/list-files.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'

/** The file of a document, for whoever may see the document. */
export const handle = { access: 'signed-in' } satisfies Handle

/** One that is not there (yet) leads to the page that says so. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const { site } = context
  if (site.side !== 'tenant') throw new Refusal('not_found.document')
  const id = idOf(params, 'not_found.document')
  const { status, storage_key, file_name, content_type, size_bytes } = await documentFor(
    await context.read(),
    documentReader(context),
    id,
  )
  if (status !== 'ready' || !storage_key || !file_name || !content_type) return redirect(paths.document(id))
  await context.rest()
  const content = await filesOf(environment, site.entity.place.schema)
    .stream(storage_key)
    .catch(noneIfMissing)
  if (!content) {
    await context.write((trx) => loseDocument(trx, id))
    return redirect(paths.document(id))
  }
  const response = download(content, file_name, content_type, size_bytes ?? undefined)
  response.headers.set('cache-control', 'private, no-store')
  return response
}

function noneIfMissing(error: Error) {
  if (error.name === 'FileMissing') return undefined
  throw error
}
