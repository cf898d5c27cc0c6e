import type { LoaderFunctionArgs } from '@remix-run/node'
import { applicationFile } from '#app/domain/enrolment/applications/find-application.ts'
import { attachment } from '#app/server/documents/attachment.ts'
import { fileOrRefuse } from '#app/server/documents/stored-file.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'

/** A paper that a family handed in: always saved, never shown, since it comes from a stranger. */
export const handle = { access: 'application.view' } satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const scope = context.scope('application.view')
  const file = await applicationFile(await context.read(), scope, idOf(params, 'not_found.document'))
  const content = await fileOrRefuse(context, file.storage_key, 'not_found.document')
  return attachment(content, file)
}
