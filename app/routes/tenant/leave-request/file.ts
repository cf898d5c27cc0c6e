import type { LoaderFunctionArgs } from '@remix-run/node'
import { leaveFile } from '#app/domain/classes/leave/find-leave.ts'
import { attachment } from '#app/server/documents/attachment.ts'
import { fileOrRefuse } from '#app/server/documents/stored-file.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'

/** The paper of a request for leave: always saved, never shown, since it comes from outside. */
export const handle = { access: 'attendance.view' } satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const scope = context.scope('attendance.view')
  const file = await leaveFile(await context.read(), scope, idOf(params, 'not_found.document'))
  const content = await fileOrRefuse(context, file.storage_key, 'not_found.document')
  return attachment(content, file)
}
