import type { SubmissionResult } from '@conform-to/react'
import { useTranslation } from 'react-i18next'
import { forgotForm, recoveryMinutes } from '#app/domain/identity/passwords/recovery.ts'
import { LinkButton, SubmitButton } from '#app/ui/core/form/Button.tsx'
import { ErrorSummary } from '#app/ui/core/form/ErrorSummary.tsx'
import { TextField } from '#app/ui/core/form/TextField.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { NarrowFrame } from '#app/ui/core/layout/frames.tsx'
import { MessagePage } from '#app/ui/core/page/MessagePage.tsx'

interface Props {
  /** Whether the form was sent; the page is the same whoever's address it was. */
  sent: boolean
  signIn: string
  lastResult: SubmissionResult<string[]> | undefined
}

/** Asks for a mail by which a password is set anew. */
export function ForgotPage({ sent, signIn, lastResult }: Props) {
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
