import { useTranslation } from 'react-i18next'
import { noteForm } from '#app/domain/gateways/payment-exceptions/exception.ts'
import { HiddenField, TextArea } from '#app/ui/core/form/fields.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { EditPage } from '#app/ui/core/page/EditPage.tsx'

interface NotePageProps {
  order_no: string
  note_id: string
  back: string
  lastResult: Parameters<typeof useFormOf>[1]
}

/** What was found out on the way, for who takes over. */
export function NotePage({ order_no, note_id, back, lastResult }: NotePageProps) {
  const { t } = useTranslation()
  const [form, fields] = useFormOf(noteForm, lastResult, { note_id })
  return (
    <EditPage
      title={t('payment_exception.note')}
      subtitle={order_no}
      back={{ label: order_no, href: back }}
      form={form}
      noun="payment_exception"
      keep={t('payment_exception.back')}
      submit={t('payment_exception.note_submit')}
    >
      <TextArea
        of={fields.body}
        label={t('payment_exception.body')}
        hint={t('payment_exception.body_hint')}
        rows={5}
      />
      <HiddenField of={fields.note_id} />
    </EditPage>
  )
}
