import type { SubmissionResult } from '@conform-to/react'
import { useTranslation } from 'react-i18next'
import { resetForm } from '#app/domain/identity/passwords/recovery.ts'
import { LinkButton, SubmitButton } from '#app/ui/core/form/Button.tsx'
import { ErrorSummary } from '#app/ui/core/form/ErrorSummary.tsx'
import { NewPasswordFields } from '#app/ui/core/form/NewPasswordFields.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { NarrowFrame } from '#app/ui/core/layout/frames.tsx'
import { LinkRefused } from '#app/ui/core/page/MessagePage.tsx'

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
