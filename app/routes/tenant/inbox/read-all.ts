import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { noFields } from '#app/domain/core/fields.ts'
import { markAllRead } from '#app/domain/messaging/inbox/inbox.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submitVerb } from '#app/server/forms/submit-verb.ts'
import { inboxOwnerOf } from '#app/server/messages/composing.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'profile.edit' } satisfies Handle

export const loader = () => redirect(paths.inbox.list())

export const action = (args: ActionFunctionArgs) =>
  submitVerb(args, noFields, paths.inbox.list(), async ({ trx, context }) => {
    const count = await markAllRead(trx, inboxOwnerOf(context))
    return redirectWith(paths.inbox.list(), 'messages_read', { count })
  })
