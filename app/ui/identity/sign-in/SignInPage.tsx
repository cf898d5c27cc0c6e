import type { SubmissionResult } from '@conform-to/react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { signInForm } from '#app/domain/identity/accounts/account-forms.ts'
import { paths } from '#app/paths.ts'
import { SubmitButton } from '#app/ui/core/form/Button.tsx'
import { ErrorSummary } from '#app/ui/core/form/ErrorSummary.tsx'
import { HiddenField, PasswordField, TextField } from '#app/ui/core/form/fields.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { NarrowFrame } from '#app/ui/core/layout/frames.tsx'

interface Props {
  title: string
  /** What a visitor who came to the wrong door should know, above the title. */
  about?: ReactNode
  hint?: string
  to: string
  /** Where a forgotten password is reset. */
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

/**
 * For who came to an organisation's sign-in page and need not sign in, or not here. `registers`: families may register by
 * themselves.
 */
export function OtherWays({ registers }: { registers: boolean }) {
  const { t } = useTranslation()
  return (
    <>
      {registers && <a href={paths.register.start()}>{t('auth.register')}</a>}
      <a href={paths.pay()}>{t('payment.find.title')}</a>
      <a href={paths.organisation.ask()}>{t('auth.organisation.link')}</a>
    </>
  )
}

/** The two ways to sign in, as tabs. `to` is where to go afterwards. */
export function SignInTabs({ current, to }: { current: 'email' | 'phone'; to: string }) {
  const { t } = useTranslation()
  const query = to ? `?to=${encodeURIComponent(to)}` : ''
  const tabs = [
    { way: 'email', href: paths.login() + query },
    { way: 'phone', href: paths.loginPhone({ to }) },
  ]
  return (
    <nav className="tabs" aria-label={t('auth.ways')}>
      {tabs.map(({ way, href }) => (
        <a key={way} href={href} aria-current={way === current ? 'page' : undefined}>
          {t(`auth.way.${way}`)}
        </a>
      ))}
    </nav>
  )
}
