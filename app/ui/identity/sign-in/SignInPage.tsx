import type { SubmissionResult } from '@conform-to/react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { signInForm } from '#app/domain/identity/accounts/account-forms.ts'
import { SubmitButton } from '#app/ui/core/form/Button.tsx'
import { ErrorSummary } from '#app/ui/core/form/ErrorSummary.tsx'
import { HiddenField } from '#app/ui/core/form/HiddenField.tsx'
import { PasswordField } from '#app/ui/core/form/PasswordField.tsx'
import { TextField } from '#app/ui/core/form/TextField.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { NarrowFrame } from '#app/ui/core/layout/frames.tsx'
import { OtherWays } from './OtherWays.tsx'
import { SignInTabs } from './SignInTabs.tsx'

interface Props {
  title: string
  /** What a visitor who came to the wrong door should know, above the title. */
  about?: ReactNode
  hint?: string
  to: string
  /** Where a forgotten password is set anew. */
  forgot: string
  /** True for people of an organisation, who can sign in by phone, pay without signing in, or be elsewhere. */
  phone?: boolean
  /** Families may register here by themselves. */
  registers?: boolean
  lastResult: SubmissionResult<string[]> | undefined
}

/** Signing in by e-mail and password, for a tenant's people and for operators. */
export function SignInPage({
  title,
  about,
  hint,
  to,
  forgot,
  phone = false,
  registers = false,
  lastResult,
}: Props) {
  const { t } = useTranslation()
  const [form, fields] = useFormOf(signInForm, lastResult, { email: '', password: '', to })
  return (
    <NarrowFrame>
      {about}
      <h1>{title}</h1>
      {hint ? <p>{hint}</p> : null}
      {phone && <SignInTabs current="email" to={to} />}
      <form method="post" id={form.id} className="fields" noValidate>
        <ErrorSummary form={form} noun="auth" />
        <TextField
          of={fields.email}
          label={t('auth.email')}
          type="email"
          autoComplete="username"
          spellCheck={false}
        />
        <PasswordField of={fields.password} label={t('auth.password')} autoComplete="current-password" />
        <HiddenField of={fields.to} />
        <SubmitButton>{t('auth.sign_in')}</SubmitButton>
      </form>
      <div className="actions">
        <a href={forgot}>{t('auth.forgot.title')}</a>
        {phone && <OtherWays registers={registers} />}
      </div>
    </NarrowFrame>
  )
}
