import type { FieldMetadata } from '@conform-to/react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatInstant } from '#app/domain/core/dates.ts'
import { paths } from '#app/paths.ts'
import type { ShownPlan } from '#app/server/payments/cancelling.ts'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'
import { ConfirmButton, LinkButton, PostButton } from '#app/ui/core/form/Button.tsx'
import { ErrorSummary, type FormOf } from '#app/ui/core/form/ErrorSummary.tsx'
import { ReasonField } from '#app/ui/core/form/fields.tsx'
import { CurrentValues, EditPage } from '#app/ui/core/page/EditPage.tsx'
import { type Fact, Facts } from '#app/ui/core/page/Facts.tsx'
import { ViewPage } from '#app/ui/core/page/ViewPage.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'
import { UndoBlockers, UndoEffects } from '#app/ui/core/undo/UndoPlan.tsx'

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
  /** What it does, and what prevents it. */
  plan: ShownPlan
  /** More fields, below the reason. */
  children?: ReactNode
}

/** Cancels something that has gone into the books, or asks for it, with a reason. */
export function CancelPage(props: CancelPageProps) {
  const { form, fields, noun, words, alone, isOwn = false, subtitle, back, facts, version } = props
  const { t } = useTranslation()
  const { effects, blockers, digest } = props.plan
  if (blockers.length > 0) {
    return (
      <ViewPage title={words.title} subtitle={subtitle} back={back}>
        <ErrorSummary form={form} noun={noun} />
        <UndoBlockers title={t('undo.blocked')} facts={blockers} />
        <Facts items={facts} />
      </ViewPage>
    )
  }
  const confirm = removesCredit(effects) ? t('undo.remove_and_cancel') : words.confirm
  const submit = alone ? confirm : t('cancel_request.ask')
  return (
    // Giving up does not say "Cancel": beside "Cancel this invoice" it could mean either.
    <EditPage
      title={alone ? words.title : t('cancel_request.ask')}
      subtitle={subtitle}
      back={back}
      form={form}
      noun={noun}
      keep={words.keep}
      submit={submit}
      look={alone ? 'danger' : undefined}
    >
      <CurrentValues form={form} items={facts} field={fields.version} version={version} />
      <Facts items={facts} />
      <UndoEffects title={t('undo.effects_title')} facts={effects} />
      <Notice tone="warning">
        {isOwn && !alone && <p>{t('cancel_request.own_entry')}</p>}
        <p>{alone ? words.text : t('cancel_request.ask_text')}</p>
      </Notice>
      <ReasonField of={fields.reason} words={`${noun}.reason`} />
      {props.children}
      <input type="hidden" name="effects" value={digest} />
    </EditPage>
  )
}

/** Credit comes back from another invoice, which the button says. */
const removesCredit = (effects: ShownPlan['effects']) =>
  effects.some(({ kind }) => kind === 'credit_from_invoice')

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
    /** What approving does now; null once it is decided. */
    plan: ShownPlan | null
    /** It is not what the requester saw. */
    hasChanged: boolean
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
  const { effects = [], blockers = [], digest = '' } = request.plan ?? {}
  return (
    <Notice tone="warning" title={t('cancel_request.open')}>
      <p>{t('cancel_request.open_text', { name: requester, at, reason })}</p>
      {request.hasChanged && <p>{t('cancel_request.changed')}</p>}
      {blockers.length > 0 ? (
        <UndoBlockers title={t('undo.blocked')} facts={blockers} />
      ) : (
        <UndoEffects title={t('undo.effects_title')} facts={effects} />
      )}
      {request.bill_again && <p>{t('cancel_request.bill_again')}</p>}
      {!request.mayDecide && <p>{t('cancel_request.own_open')}</p>}
      <div className="actions">
        {request.mayDecide && (
          <>
            {blockers.length === 0 && (
              <ConfirmButton
                label={t('cancel_request.approve')}
                text={t(`cancel_request.approve_${kind}`)}
                action={paths.cancel_request.approve(id)}
                confirm={t(
                  removesCredit(effects) ? 'undo.remove_and_cancel' : 'cancel_request.approve_confirm',
                )}
                fields={{ effects: digest }}
              />
            )}
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
