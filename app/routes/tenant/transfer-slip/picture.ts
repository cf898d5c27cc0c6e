import type { LoaderFunctionArgs } from '@remix-run/node'
import { Refusal } from '#app/domain/core/refusal.ts'
import { slipFile } from '#app/domain/payments/transfer-slips/find-slips.ts'
import { drawnPaper } from '#app/server/documents/pictures.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'

/** The picture of a slip beside the form; we have drawn it ourselves. A PDF is only saved. */
export const handle = { access: 'transfer_slip.view' } satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const scope = context.scope('transfer_slip.view')
  const file = await slipFile(await context.read(), scope, idOf(params, 'not_found.document'))
  if (file.content_type !== 'image/jpeg') throw new Refusal('not_found.document')
  return drawnPaper(context, file.storage_key)
}
