import type { LoaderFunctionArgs } from '@remix-run/node'
import { ownFile } from '#app/domain/messaging/inbox/inbox.ts'
import { inboxOwnerOf } from '#app/server/messages/composing.ts'
import { messageFile } from '#app/server/messages/message-file.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'

/** A picture or attachment of a message, for whoever got it. */
export const handle = { access: 'profile.view' } satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const id = idOf(params, 'not_found.file')
  return messageFile(context, await ownFile(await context.read(), inboxOwnerOf(context), id))
}
