import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { codeForm } from '#app/domain/identity/second-factor/second-factor.ts'
import { awaitsCode } from '#app/domain/identity/second-factor/sign-in.ts'
import { ownPath, paths } from '#app/paths.ts'
import { waitingCookie } from '#app/server/http/cookies.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { signInCodeAction } from '#app/server/sign-in/sign-in-code.ts'
import { leadOnSignedIn } from '#app/server/sign-in/signed-in.ts'
import { SubmitButton } from '#app/ui/core/form/Button.tsx'
import { ErrorSummary } from '#app/ui/core/form/ErrorSummary.tsx'
import { CodeField, HiddenField, TextField } from '#app/ui/core/form/fields.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { NarrowFrame } from '#app/ui/core/layout/frames.tsx'

/** The second step of an operator's sign-in. Who has not given a password in this browser is sent to do so. */
export const handle = { access: 'guest', title: 'auth.sign_in_operator', look: 'public' } satisfies Handle

export async function loader({ request, context }: LoaderFunctionArgs) {
  leadOnSignedIn(context)
  const token = await waitingCookie.of(request)
  const waits = token && (await awaitsCode(await context.read(), token, context.actor))
  if (!waits) throw redirect(paths.admin.login())
  const query = new URL(request.url).searchParams
  return { to: ownPath(query.get('to'), ''), recovery: query.get('by') === 'recovery' }
}

export const action = signInCodeAction

export default function OperatorCode() {
  const { to, recovery } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const [form, fields] = useFormOf(codeForm, useActionData<typeof action>(), { code: '', to })
  return (
    <NarrowFrame>
      <h1>{t(recovery ? 'auth.recovery_title' : 'auth.code_title')}</h1>
      <p>{t(recovery ? 'auth.recovery_hint' : 'auth.code_hint')}</p>
      <form method="post" id={form.id} className="fields" noValidate>
        <ErrorSummary form={form} noun="auth" />
        {recovery ? (
          <TextField
            of={fields.code}
            label={t('auth.recovery_code')}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
        ) : (
          <CodeField of={fields.code} label={t('auth.app_code')} />
        )}
        <HiddenField of={fields.to} />
        <SubmitButton>{t('auth.sign_in')}</SubmitButton>
      </form>
      <p>
        <a href={paths.admin.loginCode(to, !recovery)}>
          {t(recovery ? 'auth.use_app' : 'auth.use_recovery')}
        </a>
      </p>
      <p>
        <a href={paths.admin.login()}>{t('auth.other_account')}</a>
      </p>
    </NarrowFrame>
  )
}
