import type { LoaderFunctionArgs } from '@remix-run/node'
import { Refusal } from '#app/domain/core/refusal.ts'
import { storedFileOf } from '#app/domain/enrolment/online-registration/papers.ts'
import { storedFile } from '#app/server/documents/stored-file.ts'
import { download } from '#app/server/documents/table-file.ts'
import { registering } from '#app/server/register/registering.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'

/** A paper that a family has handed in, for that family while its registration is not handed in. */
export const handle = { access: 'guest' } satisfies Handle

export async function loader(args: LoaderFunctionArgs) {
  const { context, params } = args
  const id = idOf(params, 'not_found.document')
  const { draft, foreign } = await registering(args)
  if (!draft || foreign) throw new Refusal('not_found.document')
  const { storage_key, content_type, size_bytes } = await storedFileOf(await context.read(), draft, id)
  await context.releaseConnection()
  const content = await storedFile(context, storage_key)
  if (!content) throw new Refusal('not_found.document')
  const extension = content_type === 'application/pdf' ? 'pdf' : 'jpg'
  const response = download(content, `document.${extension}`, content_type, size_bytes)
  response.headers.set('content-security-policy', "default-src 'none'; sandbox")
  response.headers.set('cache-control', 'private, no-store')
  return response
}
