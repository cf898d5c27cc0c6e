import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { requestPaths } from '#app/addresses/request-paths.ts'
import { declineForm } from '#app/domain/four-eyes/decline-form.ts'
import type { RequestNoun } from '#app/domain/four-eyes/four-eyes.ts'
import { TextArea } from '#app/ui/form/TextArea.tsx'
import { useFormOf } from '#app/ui/form/use-form-of.ts'
import { EditPage } from '#app/ui/page/EditPage.tsx'
import { Facts } from '#app/ui/page/Facts.tsx'

export interface DeclinePageProps {
  noun: RequestNoun
  title: string
  subtitle: string
  /** What the way back is called; it leads to the row. */
  back: string
  submit: string
  /** What follows from it. */
  text?: string
  row: { id: string; requester: string | null; reason: string | null }
  /** What it is about; who asked and why comes after. */
  items: readonly { label: string; value: ReactNode }[]
  answer: Parameters<typeof useFormOf>[1]
}

/** Turns down what somebody asked for, or calls it off, with a reason. */
export function DeclinePage({ noun, row, back, items, text, answer, ...page }: DeclinePageProps) {
  const { t } = useTranslation()
  const [form, fields] = useFormOf(declineForm, answer)
  const href = requestPaths[noun].view(row.id)
  return (
    <EditPage {...page} back={{ label: back, href }} cancel={href} form={form} noun={noun} look="danger">
      {text && <p>{text}</p>}
      <Facts
        items={[
          ...items,
          { label: t(`${noun}.requester`), value: row.requester },
          { label: t(`${noun}.reason`), value: row.reason },
        ]}
      />
      <TextArea
        of={fields.decision_reason}
        label={t(`${noun}.decision_reason`)}
        hint={t(`${noun}.decision_reason_hint`)}
        rows={3}
      />
    </EditPage>
  )
}
