import type { SubmissionResult } from '@conform-to/react'
import { useTranslation } from 'react-i18next'
import { passwordLength } from '#app/domain/accounts/new-password.ts'
import { resetForm } from '#app/domain/accounts/recovery.ts'
import { LinkButton, SubmitButton } from '#app/ui/form/Button.tsx'
import { ErrorSummary } from '#app/ui/form/ErrorSummary.tsx'
import { PasswordField } from '#app/ui/form/PasswordField.tsx'
import { useFormOf } from '#app/ui/form/use-form-of.ts'
import { NarrowFrame } from '#app/ui/layout/frames.tsx'
import { MessagePage } from './MessagePage.tsx'

interface Props {
  /** Why the link is no good; null when it is. */
  refusal: string | null
  email: string
  forgot: string
  submit: string
  lastResult: SubmissionResult<string[]> | undefined
}

/** Sets a password anew, for who came by the link of the mail. */
export function ResetPage({ refusal, email, forgot, submit, lastResult }: Props) {
  const { t } = useTranslation()
  const [form, fields] = useFormOf(resetForm, lastResult)
  if (refusal) {
    return (
      <NarrowFrame>
        <MessagePage
          title={t(`refusal.${refusal}`)}
          text={t('auth.reset.refused_hint')}
          tone="bad"
          actions={
            <LinkButton href={forgot} look="primary">
              {t('auth.reset.renew')}
            </LinkButton>
          }
        />
      </NarrowFrame>
    )
  }
  return (
    <NarrowFrame>
      <h1>{t('auth.reset.title')}</h1>
      <form method="post" id={form.id} className="fields" noValidate>
        <ErrorSummary form={form} noun="auth" />
        <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
        <PasswordField
          of={fields.password}
          label={t('auth.new_password')}
          hint={t('auth.new_password_hint', { min: passwordLength.min })}
          autoComplete="new-password"
        />
        <PasswordField
          of={fields.password_confirmation}
          label={t('auth.password_confirmation')}
          autoComplete="new-password"
        />
        <SubmitButton>{submit}</SubmitButton>
      </form>
    </NarrowFrame>
  )
}
