import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { againForm, sendMessageAgain } from '#app/domain/messaging/inbox/send-again.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submitVerb } from '#app/server/forms/submit-verb.ts'
import { composingFor } from '#app/server/messages/composing.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'

/** A channel that costs credits needs the permission to spend them. */
export const handle = { access: 'family.contact' } satisfies Handle

export const loader = ({ params }: ActionFunctionArgs) =>
  redirect(paths.familyMessage.view(idOf(params, 'not_found.message')))

export function action(args: ActionFunctionArgs) {
  const id = idOf(args.params, 'not_found.message')
  return submitVerb(
    args,
    againForm,
    paths.familyMessage.view(id),
    async ({ trx, actor, context }, { channel }) => {
      const family = context.scope('family.view')
      context.scope(channel === 'email' ? 'announcement.send_free' : 'announcement.send')
      await sendMessageAgain(trx, actor, family, id, channel, composingFor(context))
      return redirectWith(paths.familyMessage.view(id), 'message_sent_again')
    },
  )
}
