import type { LoaderFunctionArgs } from '@remix-run/node'
import { familyMessageFile } from '#app/domain/messaging/inbox/family-messages.ts'
import { messageFile } from '#app/server/messages/message-file.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'

/** A picture or attachment of a message that a family received. */
export const handle = { access: 'family.view' } satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const id = idOf(params, 'not_found.file')
  return messageFile(context, await familyMessageFile(await context.read(), context.scope('family.view'), id))
}
