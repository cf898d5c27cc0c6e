import type { LoaderFunctionArgs } from '@remix-run/node'
import { familyFile } from '#app/domain/people/families/change-family.ts'
import { attachment } from '#app/server/documents/attachment.ts'
import { fileOrRefuse } from '#app/server/documents/stored-file.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'

/** A file of a family, always as an attachment: no browser draws it under our name. */
export const handle = { access: 'family.file' } satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const id = idOf(params, 'not_found.file')
  const row = await familyFile(await context.read(), context.scope('family.file'), id)
  const content = await fileOrRefuse(context, row.storage_key, 'not_found.file')
  return attachment(content, row)
}
