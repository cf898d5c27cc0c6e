import type { ReactNode } from 'react'
import { declineForm } from '#app/domain/core/four-eyes/decline-form.ts'
import type { RequestNoun } from '#app/domain/core/request-nouns.ts'
import { ReasonField } from '#app/ui/core/form/fields.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { EditPage } from '#app/ui/core/page/EditPage.tsx'
import { Facts } from '#app/ui/core/page/Facts.tsx'

/** What organisations ask of operators, and operators of each other. */
type OperatorRequest = 'bank_change' | 'zakat_appointment' | 'payout.day' | 'payout.adjustment'

export interface DeclineFrameProps {
  /** Whose words stand at the reason. */
  noun: RequestNoun | OperatorRequest
  title: string
  subtitle: string
  back: { label: string; href: string }
  submit: string
  /** What follows from it. */
  text?: string
  /** What it is about. */
  items?: readonly { label: string; value: ReactNode }[]
  answer: Parameters<typeof useFormOf>[1]
}

/** Turns down what somebody asked for, with a reason. */
export function DeclineFrame({ noun, back, items = [], text, answer, ...page }: DeclineFrameProps) {
  const [form, fields] = useFormOf(declineForm, answer)
  return (
    <EditPage {...page} back={back} form={form} noun={noun} look="danger">
      {text && <p>{text}</p>}
      {items.length > 0 && <Facts items={items} />}
      <ReasonField of={fields.decision_reason} words={`${noun}.decision_reason`} />
    </EditPage>
  )
}
