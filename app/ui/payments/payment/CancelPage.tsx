import type { FieldMetadata } from '@conform-to/react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'
import type { FormOf } from '#app/ui/core/form/ErrorSummary.tsx'
import { ReasonField } from '#app/ui/core/form/fields.tsx'
import { CurrentValues, EditPage } from '#app/ui/core/page/EditPage.tsx'
import { type Fact, Facts } from '#app/ui/core/page/Facts.tsx'

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
