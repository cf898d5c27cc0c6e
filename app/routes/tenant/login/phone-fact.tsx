import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { signInByFact } from '#app/domain/identity/codes/phone-sign-in.ts'
import { factForm, owesFact, proofMonths } from '#app/domain/identity/codes/second-fact.ts'
import { ownPath, paths } from '#app/paths.ts'
import { answerForm } from '#app/server/forms/submit.ts'
import { pendingCookie } from '#app/server/http/cookies.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { leadOnSignedIn, refuseInactive, signedIn } from '#app/server/sign-in/signed-in.ts'
import { SubmitButton } from '#app/ui/core/form/Button.tsx'
import { ErrorSummary } from '#app/ui/core/form/ErrorSummary.tsx'
import { HiddenField, TextField } from '#app/ui/core/form/fields.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { NarrowFrame } from '#app/ui/core/layout/frames.tsx'

/** Signing in with a mobile number that was proven long ago: the page after the code asks for the family code. */
export const handle = { access: 'guest', title: 'auth.fact.title', look: 'public' } satisfies Handle

export async function loader({ request, context }: LoaderFunctionArgs) {
  leadOnSignedIn(context)
  const to = ownPath(new URL(request.url).searchParams.get('to'), '')
  const owed = await owesFact(await context.read(), await pendingCookie.of(request))
  if (!owed) throw redirect(paths.loginPhone({ to }))
  // Staff have no family code.
  if (!owed.family && owed.mail) throw redirect(paths.loginFactMail({ to }))
  return { to, mail: owed.mail, organisation: context.site.side === 'tenant' ? context.site.entity.name : '' }
}

export function action(args: ActionFunctionArgs) {
  const { context, request } = args
  return answerForm(args, factForm, async ({ family_code, to }) => {
    refuseInactive(context)
    const pending = await pendingCookie.of(request)
    const user_id = await signInByFact(context.write, context.actor, { pending, family_code })
    return signedIn(context, user_id, 'phone', { to, cookies: [await pendingCookie.end()] })
  })
}

export default function LoginPhoneFact() {
  const { to, mail, organisation } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const [form, fields] = useFormOf(factForm, useActionData<typeof action>(), { family_code: '', to })
  return (
    <NarrowFrame>
      <h1>{t('auth.fact.title')}</h1>
      <p>{t('auth.fact.why', { months: proofMonths })}</p>
      <form method="post" id={form.id} className="fields" noValidate>
        <ErrorSummary form={form} noun="auth" />
        <TextField
          of={fields.family_code}
          label={t('auth.family_code')}
          hint={t('auth.fact.hint')}
          width="medium"
          autoComplete="off"
        />
        <HiddenField of={fields.to} />
        <SubmitButton>{t('auth.sign_in')}</SubmitButton>
      </form>
      <h2>{t('auth.fact.other')}</h2>
      <ul>
        <li>
          {mail ? (
            <a href={paths.loginFactMail({ to })}>{t('auth.fact.use_mail')}</a>
          ) : (
            <a href={paths.forgot()}>{t('auth.fact.by_email')}</a>
          )}
        </li>
        <li>{t('auth.fact.by_office', { organisation })}</li>
      </ul>
    </NarrowFrame>
  )
}
