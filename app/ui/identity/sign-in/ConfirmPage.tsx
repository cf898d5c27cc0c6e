import type { SubmissionResult } from '@conform-to/react'
import { useTranslation } from 'react-i18next'
import { unbrokenPhone } from '#app/domain/core/contact/phone.ts'
import { confirmForm } from '#app/domain/identity/accounts/account-forms.ts'
import { type CodeChannel, codeLife } from '#app/domain/identity/codes/one-time-code.ts'
import { paths } from '#app/paths.ts'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'
import { PostButton, SubmitButton } from '#app/ui/core/form/Button.tsx'
import { ErrorSummary } from '#app/ui/core/form/ErrorSummary.tsx'
import { CodeField, HiddenField, PasswordField, TextField } from '#app/ui/core/form/fields.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { NarrowFrame } from '#app/ui/core/layout/frames.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'
import { unbroken } from '#app/ui/core/text/unbroken.tsx'

interface Sent {
  channel: CodeChannel
  address: string
  wait_seconds: number
  alive: boolean
}

interface Props {
  to: string
  /** The sealed form that goes on with the proof. */
  kept_form: string | null
  byPassword: boolean
  /** An operator's second factor, which is asked for with the password. */
  secondFactor: boolean
  /** Where the person can get a code. */
  reaches: { channel: CodeChannel; address: string }[]
  /** The code that this browser asked for before. */
  pending: Sent | undefined
  lastResult: (SubmissionResult<string[]> & { sent?: Sent }) | undefined
}

/** Which proof the page asks for; `ask`: none yet, only where to send the code. */
type Step = 'password' | 'code' | 'ask' | 'none'

/** What to ask for now: what the last button wanted, else the code that was sent, else what the person has. */
function stepOf({ byPassword, reaches, pending, lastResult }: Props): Step {
  const { by, send, show } = lastResult?.initialValue ?? {}
  const begin = byPassword ? 'password' : reaches.length > 0 ? 'ask' : 'none'
  if (lastResult?.sent) return 'code'
  if (show || (by === 'password' && !send)) return begin
  return pending && (pending.alive || by === 'code') ? 'code' : begin
}

/** "Confirm it is you": before what must not be done by anybody at an unlocked screen. */
export function ConfirmPage(props: Props) {
  const { to, kept_form, byPassword, secondFactor, reaches, lastResult } = props
  const { t } = useTranslation()
  const { side } = usePage()
  const [form, fields] = useFormOf(confirmForm, lastResult, { to, kept_form })
  const isKept = Boolean(fields.kept_form.initialValue)
  const step = stepOf(props)
  if (step === 'none')
    return (
      <NarrowFrame>
        <h1>{t('auth.confirm.title')}</h1>
        <p>{t('auth.confirm.no_way')}</p>
        <PostButton action={paths.logout()} look="primary">
          {t('common.sign_out')}
        </PostButton>
      </NarrowFrame>
    )
  const sent = lastResult?.sent ?? props.pending
  const said = step === 'password' && secondFactor ? 'password_and_code' : step
  return (
    <NarrowFrame>
      <h1>{t('auth.confirm.title')}</h1>
      <div className="group">
        <p>{unbroken(t(`auth.confirm.${said}`, textOf(step === 'code' ? sent : reaches[0])))}</p>
        {isKept && <p>{t('auth.confirm.kept')}</p>}
      </div>
      <form
        method="post"
        id={form.id}
        action={paths.confirm(side, to).replace(/\?.*/, '')}
        className="fields"
        noValidate
      >
        <ErrorSummary form={form} noun="auth" />
        {lastResult?.sent && lastResult.initialValue?.send ? (
          <Notice tone="success">
            <p role="status">{t('flash.code_sent')}</p>
          </Notice>
        ) : null}
        <HiddenField of={fields.to} />
        <HiddenField of={fields.by} value={step} />
        {isKept ? <HiddenField of={fields.kept_form} /> : null}
        {step === 'password' && (
          <PasswordField
            of={fields.password}
            label={t('auth.password')}
            autoComplete="current-password"
            optional={false}
          />
        )}
        {step === 'password' && secondFactor && (
          <TextField
            of={fields.code}
            label={t('auth.code_or_recovery')}
            optional={false}
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
            width="medium"
          />
        )}
        {step === 'code' && <CodeField of={fields.code} label={t('auth.code')} optional={false} />}
        {step === 'ask' ? (
          reaches.map(({ channel }, index) => (
            <SubmitButton key={channel} name="send" value={channel} look={index === 0 ? 'primary' : 'plain'}>
              {t(`auth.confirm.send.${channel}`)}
            </SubmitButton>
          ))
        ) : (
          <SubmitButton>{t('auth.confirm.go')}</SubmitButton>
        )}
        {step === 'password' && reaches.length > 0 && (
          <div>
            <p className="quiet small">{unbroken(t('auth.confirm.or_code', textOf(reaches[0])))}</p>
            <div className="actions">
              {reaches.map(({ channel }) => (
                <SubmitButton key={channel} name="send" value={channel} look="link">
                  {t(`auth.confirm.send.${channel}`)}
                </SubmitButton>
              ))}
            </div>
          </div>
        )}
        {step === 'code' && sent && (
          <div>
            <p className="quiet small">
              {sent.wait_seconds > 0
                ? t('auth.code_wait', { count: sent.wait_seconds })
                : t('auth.code_missing')}
            </p>
            <div className="actions">
              <SubmitButton name="send" value={sent.channel} look="link">
                {t('auth.code_again')}
              </SubmitButton>
              {byPassword && (
                <SubmitButton name="show" value="password" look="link">
                  {t('auth.confirm.by_password')}
                </SubmitButton>
              )}
            </div>
          </div>
        )}
      </form>
    </NarrowFrame>
  )

  function textOf(at: { channel: CodeChannel; address: string } | undefined) {
    return {
      address: unbrokenPhone(at?.address ?? ''),
      channel: at ? t(`auth.confirm.channel.${at.channel}`) : '',
      minutes: codeLife.seconds / 60,
    }
  }
}
