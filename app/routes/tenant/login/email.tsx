import type { LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { registrationIsOpen } from '#app/domain/enrolment/online-registration/form-setting.ts'
import { ownPath, paths } from '#app/paths.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { signInAction } from '#app/server/sign-in/sign-in.ts'
import { leadOnSignedIn } from '#app/server/sign-in/signed-in.ts'
import { SignInPage } from '#app/ui/identity/sign-in/SignInPage.tsx'

export const handle = { access: 'guest', title: 'auth.sign_in', look: 'public' } satisfies Handle

export async function loader({ request, context }: LoaderFunctionArgs) {
  leadOnSignedIn(context)
  const to = ownPath(new URL(request.url).searchParams.get('to'), '')
  return { to, registers: await registrationIsOpen(await context.read()) }
}

export const action = signInAction

export default function Login() {
  const { to, registers } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  return (
    <SignInPage
      title={t('auth.sign_in')}
      to={to}
      forgot={paths.forgot()}
      phone
      registers={registers}
      lastResult={useActionData<typeof action>()}
    />
  )
}
