import type { SubmissionResult } from '@conform-to/react'
import { useTranslation } from 'react-i18next'
import { formatPhone, unbrokenPhone } from '#app/domain/core/contact/phone.ts'
import { codeForm } from '#app/domain/identity/accounts/account-forms.ts'
import type { CodeChannel } from '#app/domain/identity/codes/one-time-code.ts'
import { codeLife } from '#app/domain/identity/codes/one-time-code.ts'
import type { WaitingContact } from '#app/domain/identity/contacts/claims.ts'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'
import { LinkButton, PostButton, SubmitButton } from '#app/ui/core/form/Button.tsx'
import { ErrorSummary } from '#app/ui/core/form/ErrorSummary.tsx'
import { CodeField } from '#app/ui/core/form/fields.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { Section, ViewPage } from '#app/ui/core/page/ViewPage.tsx'
import { unbroken } from '#app/ui/core/text/unbroken.tsx'

/** A phone as people write it, and an address as it is. */
export const shownContact = ({ kind, value }: Pick<WaitingContact, 'kind' | 'value'>) =>
  kind === 'phone' ? formatPhone(value) : value

/** One line for each contact that waits, above a person's own account. */
export function WaitingNotice({ waiting, href }: { waiting: readonly WaitingContact[]; href: string }) {
  const { t } = useTranslation()
  if (waiting.length === 0) return null
  return (
    <Notice tone="warning">
      {waiting.map((one) => (
        <p key={one.kind}>
          {one.taken
            ? unbroken(`${shownContact(one)}: ${t('profile.contact.taken')}`)
            : unbroken(t(`profile.contact.waiting_${one.kind}`, { value: shownContact(one) }))}
        </p>
      ))}
      <p>
        <a href={href}>
          {t(waiting.every(({ taken }) => taken) ? 'profile.contact.options' : 'profile.contact.confirm_now')}
        </a>
      </p>
    </Notice>
  )
}

interface Pending {
  channel: CodeChannel
  address: string
  wait_seconds: number
  alive: boolean
}

interface Props {
  waiting: readonly WaitingContact[]
  /** What goes on counting until the code comes back. */
  former: Partial<Record<WaitingContact['kind'], string | null>>
  /** The code that this browser waits for. */
  pending: Pending | undefined
  /** How a code may reach a phone. */
  channels: readonly Exclude<CodeChannel, 'email'>[]
  send: string
  cancel: string
  /** Where another contact is entered. */
  edit: string
  back: { label: string; href: string }
  lastResult: SubmissionResult<string[]> | undefined
}

/** Sends a code to each contact that waits, and takes it. */
export function WaitingContacts({ waiting, back, ...rest }: Props) {
  const { t } = useTranslation()
  return (
    <ViewPage title={t('profile.contact.title')} back={back}>
      {waiting.map((one) => (
        <OneContact key={one.kind} {...rest} of={one} />
      ))}
    </ViewPage>
  )
}

type OneProps = Omit<Props, 'waiting' | 'back'> & { of: WaitingContact }

function OneContact({ of, former, pending, channels, send, cancel, edit, lastResult }: OneProps) {
  const { t } = useTranslation()
  const { kind, taken } = of
  const value = shownContact(of)
  const isSent = pending?.address === of.value
  const before = former[kind]
  const usesFormer = before && before !== of.value
  return (
    <Section title={unbrokenPhone(of.value)}>
      <div className="fields">
        <p>
          {taken
            ? t('profile.contact.taken')
            : isSent
              ? unbroken(t('profile.contact.sent', { value, minutes: codeLife.seconds / 60 }))
              : t(`profile.contact.text_${kind}`)}{' '}
          {usesFormer
            ? unbroken(
                t(taken ? 'profile.contact.stays' : 'profile.contact.former', {
                  value: shownContact({ kind, value: before }),
                }),
              )
            : null}
        </p>
        {isSent && !taken ? <CodeForm pending={pending} lastResult={lastResult} /> : null}
        <div className="actions">
          {taken ? (
            <LinkButton href={edit}>{t('profile.contact.another')}</LinkButton>
          ) : (
            <SendButtons kind={kind} channels={channels} send={send} again={isSent} />
          )}
          <PostButton action={cancel} look="link" fields={{ kind }}>
            {t('profile.contact.cancel')}
          </PostButton>
        </div>
      </div>
    </Section>
  )
}

function CodeForm({ pending, lastResult }: { pending: Pending } & Pick<Props, 'lastResult'>) {
  const { t } = useTranslation()
  const [form, fields] = useFormOf(codeForm, lastResult, { code: '' })
  return (
    <>
      <form method="post" id={form.id} className="fields" noValidate>
        <ErrorSummary form={form} noun="auth" />
        <CodeField of={fields.code} label={t('auth.code')} />
        <div className="actions">
          <SubmitButton>{t('profile.contact.confirm')}</SubmitButton>
        </div>
      </form>
      <p className="quiet small">
        {pending.wait_seconds > 0
          ? t('auth.code_wait', { count: pending.wait_seconds })
          : t('auth.code_missing')}
      </p>
    </>
  )
}

function SendButtons({
  kind,
  channels,
  send,
  again,
}: { again: boolean } & Pick<WaitingContact, 'kind'> & Pick<Props, 'channels' | 'send'>) {
  const { t } = useTranslation()
  if (kind === 'phone' && channels.length === 0) return <p>{t('profile.contact.no_messages')}</p>
  const ways = kind === 'email' ? (['email'] as const) : channels
  return ways.map((channel, index) => (
    <PostButton
      key={channel}
      action={send}
      look={again ? 'link' : index === 0 ? 'primary' : 'plain'}
      fields={{ kind, channel }}
    >
      {t(`profile.contact.${again ? 'again' : 'send'}_${channel}`)}
    </PostButton>
  ))
}
