import type { SubmissionResult } from '@conform-to/react'
import { useTranslation } from 'react-i18next'
import { forgotForm, recoveryMinutes, resetForm } from '#app/domain/identity/passwords/recovery.ts'
import { LinkButton, SubmitButton } from '#app/ui/core/form/Button.tsx'
import { ErrorSummary } from '#app/ui/core/form/ErrorSummary.tsx'
import { TextField } from '#app/ui/core/form/fields.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { NarrowFrame } from '#app/ui/core/layout/frames.tsx'
import { LinkRefused, MessagePage } from '#app/ui/core/page/MessagePage.tsx'
import { NewPasswordFields } from '#app/ui/identity/account/NewPasswordFields.tsx'

interface ForgotPageProps {
  /** Whether the form was sent; the page is the same for any address. */
  sent: boolean
  signIn: string
  lastResult: SubmissionResult<string[]> | undefined
}

/** Requests a mail to reset the password. */
export function ForgotPage({ sent, signIn, lastResult }: ForgotPageProps) {
  const { t } = useTranslation()
  const [form, fields] = useFormOf(forgotForm, lastResult, { email: '' })
  if (sent) {
    return (
      <NarrowFrame>
        <MessagePage
          title={t('auth.forgot.sent')}
          text={t('auth.forgot.sent_hint', { minutes: recoveryMinutes })}
          actions={<LinkButton href={signIn}>{t('auth.back')}</LinkButton>}
        />
      </NarrowFrame>
    )
  }
  return (
    <NarrowFrame>
      <h1>{t('auth.forgot.title')}</h1>
      <p>{t('auth.forgot.hint')}</p>
      <form method="post" id={form.id} className="fields" noValidate>
        <ErrorSummary form={form} noun="auth" />
        <TextField
          of={fields.email}
          label={t('auth.email')}
          type="email"
          autoComplete="username"
          spellCheck={false}
        />
        <SubmitButton>{t('auth.forgot.submit')}</SubmitButton>
      </form>
      <p>
        <a href={signIn}>{t('auth.back')}</a>
      </p>
    </NarrowFrame>
  )
}

interface ResetPageProps {
  /** Why the link is no good; null when it is. */
  refusal: string | null
  email: string
  forgot: string
  submit: string
  lastResult: SubmissionResult<string[]> | undefined
}

/** Resets the password, from the link of the mail. */
export function ResetPage({ refusal, email, forgot, submit, lastResult }: ResetPageProps) {
  const { t } = useTranslation()
  const [form, fields] = useFormOf(resetForm, lastResult)
  if (refusal) {
    return (
      <NarrowFrame>
        <LinkRefused
          code={refusal}
          text={t('auth.reset.refused_hint')}
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
        <ErrorSummary form={form} noun="auth.reset" />
        <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
        <NewPasswordFields of={fields} noun="auth.reset" />
        <SubmitButton>{submit}</SubmitButton>
      </form>
    </NarrowFrame>
  )
}
