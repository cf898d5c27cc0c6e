import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { codeLife } from '#app/domain/identity/codes/one-time-code.ts'
import { signInByFactCode } from '#app/domain/identity/codes/phone-sign-in.ts'
import {
  factCodeForm,
  owesFact,
  pendingFactCode,
  proofMonths,
  requestFactCode,
} from '#app/domain/identity/codes/second-fact.ts'
import { ownPath, paths } from '#app/paths.ts'
import { answerForm } from '#app/server/forms/submit.ts'
import { pendingCookie } from '#app/server/http/cookies.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { leadOnSignedIn, refuseInactive, signedIn } from '#app/server/sign-in/signed-in.ts'
import { PostButton, SubmitButton } from '#app/ui/core/form/Button.tsx'
import { ErrorSummary } from '#app/ui/core/form/ErrorSummary.tsx'
import { CodeField, HiddenField } from '#app/ui/core/form/fields.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { NarrowFrame } from '#app/ui/core/layout/frames.tsx'

/** The other second fact of a mobile number that was proven long ago: a code to the account's e-mail address. */
export const handle = { access: 'guest', title: 'auth.fact.mail_title', look: 'public' } satisfies Handle

export async function loader({ request, context }: LoaderFunctionArgs) {
  leadOnSignedIn(context)
  const to = ownPath(new URL(request.url).searchParams.get('to'), '')
  const pending = await pendingCookie.of(request)
  const db = await context.read()
  const owed = await owesFact(db, pending)
  if (!owed) throw redirect(paths.loginPhone({ to }))
  if (!owed.mail) throw redirect(paths.loginFact({ to }))
  const sent = await pendingFactCode(db, pending)
  return { to, family: owed.family, isSent: sent?.alive === true }
}

export function action(args: ActionFunctionArgs) {
  const { context, request } = args
  return answerForm(args, factCodeForm, async ({ code, send, to }) => {
    refuseInactive(context)
    const pending = await pendingCookie.of(request)
    if (send || code === undefined) {
      await requestFactCode(context.write, { pending, locale: context.locale, ip: context.actor.ip })
      return redirect(paths.loginFactMail({ to }))
    }
    const given = { pending, code }
    const user_id = await signInByFactCode(context.write, context.services.ring, context.actor, given)
    return signedIn(context, user_id, 'phone', { to, cookies: [await pendingCookie.end()] })
  })
}

export default function LoginPhoneFactMail() {
  const { to, family, isSent } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const [form, fields] = useFormOf(factCodeForm, useActionData<typeof action>(), { code: '', to })
  const here = paths.loginFactMail({ to })
  const again = { send: 'yes', to }
  return (
    <NarrowFrame>
      <h1>{t('auth.fact.mail_title')}</h1>
      {isSent ? (
        <>
          <p>{t('auth.fact.mail_sent', { minutes: codeLife.seconds / 60 })}</p>
          <form method="post" id={form.id} className="fields" noValidate>
            <ErrorSummary form={form} noun="auth" />
            <CodeField of={fields.code} label={t('auth.code')} />
            <HiddenField of={fields.to} />
            <SubmitButton>{t('auth.sign_in')}</SubmitButton>
          </form>
          <PostButton action={here} fields={again} look="link">
            {t('auth.fact.mail_again')}
          </PostButton>
        </>
      ) : (
        <>
          <ErrorSummary form={form} noun="auth" />
          <p>{t('auth.fact.mail_why', { months: proofMonths })}</p>
          <PostButton action={here} fields={again} look="primary">
            {t('auth.fact.mail_send')}
          </PostButton>
        </>
      )}
      {family && (
        <p>
          <a href={paths.loginFact({ to })}>{t('auth.fact.use_family')}</a>
        </p>
      )}
    </NarrowFrame>
  )
}
