import type { FieldMetadata } from '@conform-to/react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatInstant } from '#app/domain/core/dates.ts'
import { paths } from '#app/paths.ts'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'
import { ConfirmButton, LinkButton, PostButton } from '#app/ui/core/form/Button.tsx'
import type { FormOf } from '#app/ui/core/form/ErrorSummary.tsx'
import { ReasonField } from '#app/ui/core/form/fields.tsx'
import { CurrentValues, EditPage } from '#app/ui/core/page/EditPage.tsx'
import { type Fact, Facts } from '#app/ui/core/page/Facts.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'

interface CancelPageProps {
  form: FormOf
  fields: { reason: FieldMetadata<string>; version: FieldMetadata<number> }
  /** Group of the language files with the labels of the fields. */
  noun: string
  /** What it says when it cancels at once, already in the reader's language. */
  words: { title: string; text: string; confirm: string; keep: string }
  /** The reader may cancel; else they ask for it. */
  alone: boolean
  /** They may not because they entered it themselves. */
  isOwn?: boolean
  subtitle: string
  back: { label: string; href: string }
  /** What is to be cancelled. */
  facts: Fact[]
  version: number
  /** More fields, below the reason. */
  children?: ReactNode
}

/** Cancels something that has gone into the books, or asks for it, with a reason. */
export function CancelPage(props: CancelPageProps) {
  const { form, fields, noun, words, alone, isOwn = false, subtitle, back, facts, version, children } = props
  const { t } = useTranslation()
  return (
    // Giving up does not say "Cancel": beside "Cancel this invoice" it could mean either.
    <EditPage
      title={alone ? words.title : t('cancel_request.ask')}
      subtitle={subtitle}
      back={back}
      form={form}
      noun={noun}
      keep={words.keep}
      submit={alone ? words.confirm : t('cancel_request.ask')}
      look={alone ? 'danger' : undefined}
    >
      <CurrentValues form={form} items={facts} field={fields.version} version={version} />
      <Facts items={facts} />
      <Notice tone="warning">
        {isOwn && !alone && <p>{t('cancel_request.own_entry')}</p>}
        <p>{alone ? words.text : t('cancel_request.ask_text')}</p>
      </Notice>
      <ReasonField of={fields.reason} words={`${noun}.reason`} />
      {children}
    </EditPage>
  )
}

interface CancelRequestProps {
  request: {
    id: string
    kind: 'invoice' | 'payment'
    state: string
    reason: string
    /** What stands on the invoice may be billed once more. */
    bill_again: boolean
    requester: string
    requested_at: Date | string
    decider: string | null
    decided_at: Date | string | null
    note: string | null
    /** The reader has asked for it. */
    isOwn: boolean
    mayDecide: boolean
  }
}

/** That somebody wants this to be cancelled, and what the reader can do about it; or that it was turned down, and why. */
export function CancelRequest({ request }: CancelRequestProps) {
  const { t } = useTranslation()
  const { locale } = usePage()
  const { id, kind, requester, requested_at, reason } = request
  if (request.state === 'rejected') {
    const at = request.decided_at ? formatInstant(request.decided_at, locale) : ''
    return (
      <Notice title={t('cancel_request.turned_down')}>
        <p>{t('cancel_request.turned_down_text', { name: request.decider, at, note: request.note })}</p>
      </Notice>
    )
  }
  const at = formatInstant(requested_at, locale)
  return (
    <Notice tone="warning" title={t('cancel_request.open')}>
      <p>{t('cancel_request.open_text', { name: requester, at, reason })}</p>
      {request.bill_again && <p>{t('cancel_request.bill_again')}</p>}
      {!request.mayDecide && <p>{t('cancel_request.own_open')}</p>}
      <div className="actions">
        {request.mayDecide && (
          <>
            <ConfirmButton
              label={t('cancel_request.approve')}
              text={t(`cancel_request.approve_${kind}`)}
              action={paths.cancel_request.approve(id)}
              confirm={t('cancel_request.approve_confirm')}
            />
            <LinkButton href={paths.cancel_request.reject(id)}>{t('cancel_request.reject')}</LinkButton>
          </>
        )}
        {request.isOwn && (
          <PostButton action={paths.cancel_request.withdraw(id)}>{t('cancel_request.withdraw')}</PostButton>
        )}
      </div>
    </Notice>
  )
}
