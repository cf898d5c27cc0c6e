import type { SubmissionResult } from '@conform-to/react'
import { useTranslation } from 'react-i18next'
import { confirmForm } from '#app/domain/accounts/forms.ts'
import { paths } from '#app/paths.ts'
import { PostButton, SubmitButton } from '#app/ui/form/Button.tsx'
import { ErrorSummary } from '#app/ui/form/ErrorSummary.tsx'
import { HiddenField } from '#app/ui/form/HiddenField.tsx'
import { PasswordField } from '#app/ui/form/PasswordField.tsx'
import { TextField } from '#app/ui/form/TextField.tsx'
import { useFormOf } from '#app/ui/form/use-form-of.ts'
import { NarrowFrame } from '#app/ui/layout/frames.tsx'
import { usePage } from '#app/ui/page-context.tsx'

interface Props {
  to: string
  /** The sealed form that goes on with the proof. */
  kept_form: string | null
  byPassword: boolean
  /** The person has a second factor, which is asked for as well. */
  byCode: boolean
  lastResult: SubmissionResult<string[]> | undefined
}

/** "Confirm it is you": before what must not be done by whoever happens to sit at an open screen. */
export function ConfirmPage({ to, kept_form, byPassword, byCode, lastResult }: Props) {
  const { t } = useTranslation()
  const { side } = usePage()
  const [form, fields] = useFormOf(confirmForm, lastResult, { password: '', to, kept_form })
  const isKept = Boolean(fields.kept_form.initialValue)
  const explained = isKept ? t('auth.confirm.text_kept') : t('auth.confirm.text')
  return (
    <NarrowFrame>
      <h1>{t('auth.confirm.title')}</h1>
      <p>{byPassword ? explained : t('auth.confirm.no_password')}</p>
      {byPassword ? (
        <form
          method="post"
          id={form.id}
          action={paths.confirm(side, to).replace(/\?.*/, '')}
          className="fields"
          noValidate
        >
          <ErrorSummary form={form} noun="auth" />
          <PasswordField of={fields.password} label={t('auth.password')} autoComplete="current-password" />
          {byCode ? (
            <TextField
              of={fields.code}
              label={t('auth.code_or_recovery')}
              optional={false}
              autoComplete="one-time-code"
              autoCapitalize="none"
              spellCheck={false}
              width="medium"
            />
          ) : null}
          <HiddenField of={fields.to} />
          {isKept ? <HiddenField of={fields.kept_form} /> : null}
          <SubmitButton>{t('auth.confirm.go')}</SubmitButton>
        </form>
      ) : (
        <PostButton action={paths.logout()} look="primary">
          {t('common.sign_out')}
        </PostButton>
      )}
    </NarrowFrame>
  )
}
