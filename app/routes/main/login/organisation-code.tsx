import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { codeForm } from '#app/domain/identity/accounts/account-forms.ts'
import { pendingContact, proveContact } from '#app/domain/identity/accounts/organisations.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { answerForm } from '#app/server/forms/submit.ts'
import { pendingCookie } from '#app/server/http/cookies.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { CodePage } from '#app/ui/identity/sign-in/CodePage.tsx'

/** Takes the code that proves a contact. */
export const handle = { access: 'guest', title: 'auth.code_title', look: 'public' } satisfies Handle

export async function loader({ request, context }: LoaderFunctionArgs) {
  const pending = await pendingContact(await context.read(), await pendingCookie.of(request))
  if (!pending) throw redirect(paths.organisation.ask())
  return { pending }
}

export function action(args: ActionFunctionArgs) {
  const { context, request } = args
  return answerForm(args, codeForm, async ({ code }) => {
    const pending = await pendingCookie.of(request)
    // A browser that keeps no cookies, or one that never asked, has nothing that a code could fit.
    if (!pending)
      return redirectWith(paths.organisation.ask(), 'refused', { code: 'auth.login_failed' }, 'error')
    const { write, services, actor } = context
    await proveContact(write, services.ring, { pending, code, ip: actor.ip })
    return redirect(paths.organisation.choose())
  })
}

export default function LoginOrganisationCode() {
  const { pending } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  return (
    <CodePage
      title={t('auth.code_title')}
      pending={pending}
      again={paths.organisation.again()}
      other={{ label: t('auth.other_contact'), href: paths.organisation.ask() }}
      submit={t('auth.organisation.show')}
      lastResult={useActionData<typeof action>()}
    />
  )
}
