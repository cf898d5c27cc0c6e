import type { LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { ownPath, paths } from '#app/paths.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { signInAction } from '#app/server/sign-in/sign-in.ts'
import { leadOnSignedIn } from '#app/server/sign-in/signed-in.ts'
import { SignInPage } from '#app/ui/sign-in/SignInPage.tsx'

export const handle = { access: 'guest', title: 'auth.sign_in', look: 'public' } satisfies Handle

export function loader({ request, context }: LoaderFunctionArgs) {
  leadOnSignedIn(context)
  return { to: ownPath(new URL(request.url).searchParams.get('to'), '') }
}

export const action = signInAction

export default function Login() {
  const { to } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  return (
    <SignInPage
      title={t('auth.sign_in')}
      to={to}
      forgot={paths.forgot()}
      phone
      lastResult={useActionData<typeof action>()}
    />
  )
}
