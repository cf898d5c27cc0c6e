import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { asRefusal } from '#app/domain/core/refusal.ts'
import { codeForm } from '#app/domain/identity/accounts/account-forms.ts'
import { pendingSignIn, signInByPhone } from '#app/domain/identity/codes/phone-sign-in.ts'
import { ownPath, paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { answerForm } from '#app/server/forms/submit.ts'
import { pendingCookie } from '#app/server/http/cookies.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { leadOnSignedIn, refuseInactive, signedIn } from '#app/server/sign-in/signed-in.ts'
import { CodePage } from '#app/ui/identity/sign-in/CodePage.tsx'

/** Signing in with a mobile number: the second page takes the code. */
export const handle = { access: 'guest', title: 'auth.code_title', look: 'public' } satisfies Handle

export async function loader({ request, context }: LoaderFunctionArgs) {
  leadOnSignedIn(context)
  const to = ownPath(new URL(request.url).searchParams.get('to'), '')
  const pending = await pendingSignIn(await context.read(), await pendingCookie.of(request))
  if (!pending) throw redirect(paths.loginPhone({ to }))
  return { to, pending }
}

export function action(args: ActionFunctionArgs) {
  const { context, request } = args
  return answerForm(args, codeForm, async ({ code, to }) => {
    refuseInactive(context)
    const pending = await pendingCookie.of(request)
    // A browser that keeps no cookies, or one that never asked, has nothing that a code could fit.
    if (!pending) return redirectWith(paths.loginPhone(), 'refused', { code: 'auth.login_failed' }, 'error')
    const { write, services, actor } = context
    const user_id = await signInByPhone(write, services.ring, actor, { pending, code }).catch((error) => {
      // The right code to a number that was proven long ago: the next page asks for the family code.
      if (asRefusal(error)?.code === 'auth.fact_required')
        throw redirect(paths.loginFact({ to: ownPath(to, '') }))
      throw error
    })
    return signedIn(context, user_id, 'phone', { to, cookies: [await pendingCookie.end()] })
  })
}

export default function LoginPhoneCode() {
  const { to, pending } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  return (
    <CodePage
      title={t('auth.code_title')}
      pending={pending}
      to={to}
      again={paths.loginCodeAgain()}
      other={{ label: t('auth.other_phone'), href: paths.loginPhone({ to }) }}
      submit={t('auth.sign_in')}
      lastResult={useActionData<typeof action>()}
    />
  )
}
