import type { LoaderFunctionArgs } from '@remix-run/node'
import { leaveFile } from '#app/domain/classes/leave/find-leave.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { drawnPaper } from '#app/server/documents/pictures.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'

/** The picture of a request for leave; we have drawn it ourselves. A PDF is only saved. */
export const handle = { access: 'attendance.view' } satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const scope = context.scope('attendance.view')
  const file = await leaveFile(await context.read(), scope, idOf(params, 'not_found.document'))
  if (file.content_type !== 'image/jpeg') throw new Refusal('not_found.document')
  return drawnPaper(context, file.storage_key)
}
