import type { LoaderFunctionArgs } from '@remix-run/node'
import { slipFile } from '#app/domain/payments/transfer-slips/find-slips.ts'
import { attachment } from '#app/server/documents/attachment.ts'
import { fileOrRefuse } from '#app/server/documents/stored-file.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'

/** The paper of a slip: always saved, never shown, since it comes from a stranger. */
export const handle = { access: 'transfer_slip.view' } satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const scope = context.scope('transfer_slip.view')
  const file = await slipFile(await context.read(), scope, idOf(params, 'not_found.document'))
  const content = await fileOrRefuse(context, file.storage_key, 'not_found.document')
  return attachment(content, file)
}
