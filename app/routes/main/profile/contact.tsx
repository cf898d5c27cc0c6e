import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { codeForm } from '#app/domain/identity/accounts/account-forms.ts'
import { operator } from '#app/domain/platform/operators/find-operators.ts'
import {
  pendingAddressCode,
  proveAddress,
  waitingAddress,
} from '#app/domain/platform/operators/operator-contact.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { answerForm } from '#app/server/forms/submit.ts'
import { contactCookie } from '#app/server/http/cookies.ts'
import { ownSession } from '#app/server/profile/contact.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { ownAccount } from '#app/server/sign-in/second-factor.ts'
import { WaitingContacts } from '#app/ui/identity/account/WaitingContacts.tsx'

/** An operator's new e-mail address: mails a code to it, and takes the code. */
export const handle = { access: 'admin.profile.edit', title: 'profile.contact.title' } satisfies Handle

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { id } = ownAccount(context).actor
  const db = await context.read()
  const [value, { email }] = [await waitingAddress(db, id), await operator(db, id)]
  if (!value) throw redirect(paths.admin.profile())
  const pending = await pendingAddressCode(db, ownSession(context), await contactCookie.of(request))
  return { waiting: [{ kind: 'email' as const, value, taken: false }], former: { email }, pending }
}

export async function action(args: ActionFunctionArgs) {
  const { context, request } = args
  const { actor } = ownAccount(context)
  const pending = await contactCookie.of(request)
  return answerForm(args, codeForm, async ({ code }) => {
    const given = { session_id: ownSession(context), pending, code }
    const value = await proveAddress(context.write, context.services.ring, actor, given)
    const response = await redirectWith(paths.admin.profile(), 'contact_proven', { value })
    response.headers.append('set-cookie', await contactCookie.end())
    return response
  })
}

export default function ConfirmContact() {
  const { waiting, former, pending } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const { admin } = paths
  return (
    <WaitingContacts
      waiting={waiting}
      former={former}
      pending={pending}
      channels={[]}
      send={admin.profileContactSend()}
      cancel={admin.profileContactCancel()}
      edit={admin.profileEdit()}
      back={{ label: t('operator.profile'), href: admin.profile() }}
      lastResult={useActionData<typeof action>()}
    />
  )
}
