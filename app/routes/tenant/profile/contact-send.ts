import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { requestContactCode } from '#app/domain/identity/contacts/claims.ts'
import { environment } from '#app/environment.ts'
import { openChannels } from '#app/integrations/sms/settings.ts'
import { paths } from '#app/paths.ts'
import { formOf } from '#app/server/forms/form-data.ts'
import { contactKind, ownSession, sentTo } from '#app/server/profile/contact.ts'
import type { Handle } from '#app/server/routing/trees.ts'

/** Sends a code, or another one, to a contact that waits. */
export const handle = { access: 'profile.edit' } satisfies Handle

export const loader = () => redirect(paths.profile.contact())

export async function action({ request, context }: ActionFunctionArgs) {
  const form = await formOf(request)
  const kind = contactKind(form)
  const open = openChannels(environment)
  const channel = open.find((one) => one === form.get('channel')) ?? open[0]
  const { write, locale, actor } = context
  return sentTo(paths.profile.contact(), () =>
    requestContactCode(write, {
      ...{ user_id: actor.id!, session_id: ownSession(context) },
      ...{ kind, channel, locale, ip: actor.ip },
    }),
  )
}
