import type { LoaderFunctionArgs } from '@remix-run/node'
import { Refusal } from '#app/domain/core/refusal.ts'
import { familyFile } from '#app/domain/people/families/change-family.ts'
import { attachment } from '#app/server/documents/attachment.ts'
import { storedFile } from '#app/server/documents/stored-file.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'

/** A file of a family, always as an attachment: no browser draws it under our name. */
export const handle = { access: 'family.file' } satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const id = idOf(params, 'not_found.file')
  const row = await familyFile(await context.read(), context.scope('family.file'), id)
  await context.rest()
  const content = await storedFile(context, row.storage_key)
  if (!content) throw new Refusal('not_found.file')
  return attachment(content, row)
}
