import type { SubmissionResult } from '@conform-to/react'
import { useTranslation } from 'react-i18next'
import { unbrokenPhone } from '#app/domain/core/contact/phone.ts'
import { codeForm } from '#app/domain/identity/accounts/account-forms.ts'
import { type CodeChannel, codeLife } from '#app/domain/identity/codes/one-time-code.ts'
import { PostButton, SubmitButton } from '#app/ui/core/form/Button.tsx'
import { ErrorSummary } from '#app/ui/core/form/ErrorSummary.tsx'
import { CodeField, HiddenField } from '#app/ui/core/form/fields.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { NarrowFrame } from '#app/ui/core/layout/frames.tsx'
import { unbroken } from '#app/ui/core/text/unbroken.tsx'

interface Props {
  title: string
  /** Where the code was sent; default: that it was sent if the contact is known. */
  about?: string
  pending: { channel: CodeChannel; address: string; wait_seconds: number }
  to?: string
  /** Asks for another code. */
  again: string
  /** Starts again with another number or address. */
  other: { label: string; href: string }
  submit: string
  lastResult: SubmissionResult<string[]> | undefined
}

/** Takes the code that was sent, and offers another one. */
export function CodePage({ title, about, pending, to = '', again, other, submit, lastResult }: Props) {
  const { t } = useTranslation()
  const [form, fields] = useFormOf(codeForm, lastResult, { code: '', to })
  const { channel, address, wait_seconds } = pending
  return (
    <NarrowFrame>
      <h1>{title}</h1>
      <p>
        {unbroken(
          about ??
            t(`auth.code_sent.${channel}`, {
              address: unbrokenPhone(address),
              minutes: codeLife.seconds / 60,
            }),
        )}
      </p>
      <form method="post" id={form.id} className="fields" noValidate>
        <ErrorSummary form={form} noun="auth" />
        <CodeField of={fields.code} label={t('auth.code')} />
        <HiddenField of={fields.to} />
        <SubmitButton>{submit}</SubmitButton>
      </form>
      <div>
        <p className="quiet small">
          {wait_seconds > 0 ? t('auth.code_wait', { count: wait_seconds }) : t('auth.code_missing')}
        </p>
        <div className="actions">
          <PostButton action={again} look="link" fields={to ? { to } : {}}>
            {t('auth.code_again')}
          </PostButton>
          <a href={other.href}>{other.label}</a>
        </div>
      </div>
    </NarrowFrame>
  )
}
