import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { codeForm } from '#app/domain/identity/accounts/account-forms.ts'
import { profileOf } from '#app/domain/identity/accounts/profile.ts'
import { pendingContactCode, proveClaim } from '#app/domain/identity/contacts/claims.ts'
import { environment } from '#app/environment.ts'
import { openChannels } from '#app/integrations/sms/settings.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { answerForm } from '#app/server/forms/submit.ts'
import { contactCookie } from '#app/server/http/cookies.ts'
import { ownSession } from '#app/server/profile/contact.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { shownContact, WaitingContacts } from '#app/ui/identity/account/WaitingContacts.tsx'

/** A new phone or e-mail address of one's own: sends a code to it, and takes the code. */
export const handle = {
  access: { view: 'profile.view', change: 'profile.edit' },
  title: 'profile.contact.title',
} satisfies Handle

export async function loader({ context, request }: LoaderFunctionArgs) {
  const db = await context.read()
  const { waiting, phone, email } = await profileOf(db, context.actor.id!)
  if (waiting.length === 0) throw redirect(paths.profile.view())
  const pending = await pendingContactCode(db, ownSession(context), await contactCookie.of(request))
  return { waiting, former: { phone, email }, pending, channels: openChannels(environment) }
}

export async function action(args: ActionFunctionArgs) {
  const { context, request } = args
  const pending = await contactCookie.of(request)
  return answerForm(args, codeForm, async ({ code }) => {
    const given = { session_id: ownSession(context), pending, code }
    const proven = await proveClaim(context.write, context.services.ring, context.actor, given)
    const { waiting } = await context.write((trx) => profileOf(trx, context.actor.id!))
    const page = waiting.length > 0 ? paths.profile.contact() : paths.profile.view()
    const response = await redirectWith(page, 'contact_proven', { value: shownContact(proven) })
    response.headers.append('set-cookie', await contactCookie.end())
    return response
  })
}

export default function ConfirmContact() {
  const { waiting, former, pending, channels } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  return (
    <WaitingContacts
      waiting={waiting}
      former={former}
      pending={pending}
      channels={channels}
      send={paths.profile.contactSend()}
      cancel={paths.profile.contactCancel()}
      edit={paths.profile.edit()}
      back={{ label: t('profile.one'), href: paths.profile.view() }}
      lastResult={useActionData<typeof action>()}
    />
  )
}
