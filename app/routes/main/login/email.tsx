import type { LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { ownPath, paths } from '#app/paths.ts'
import { unlisted } from '#app/server/payments/public-page.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { signInAction } from '#app/server/sign-in/sign-in.ts'
import { leadOnSignedIn } from '#app/server/sign-in/signed-in.ts'
import { SignInPage } from '#app/ui/identity/sign-in/SignInPage.tsx'

export const handle = { access: 'guest', title: 'auth.sign_in_operator', look: 'public' } satisfies Handle

export const headers = unlisted

export function loader({ request, context }: LoaderFunctionArgs) {
  leadOnSignedIn(context)
  return { to: ownPath(new URL(request.url).searchParams.get('to'), '') }
}

export const action = signInAction

export default function OperatorLogin() {
  const { to } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  return (
    <SignInPage
      about={
        <p className="about">
          {t('auth.about_find')} <a href={paths.organisation.ask()}>{t('auth.organisation.title')}</a>
        </p>
      }
      title={t('auth.sign_in_operator')}
      hint={t('auth.operator_hint')}
      to={to}
      forgot={paths.admin.forgot()}
      lastResult={useActionData<typeof action>()}
    />
  )
}
