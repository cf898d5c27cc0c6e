import { useTranslation } from 'react-i18next'
import { declineRefundForm } from '#app/domain/credit-refunds/credit-refund-form.ts'
import { formatRinggit } from '#app/domain/money.ts'
import { paths } from '#app/paths.ts'
import { TextArea } from '#app/ui/form/TextArea.tsx'
import { useFormOf } from '#app/ui/form/use-form-of.ts'
import { EditPage } from '#app/ui/page/EditPage.tsx'
import { Facts } from '#app/ui/page/Facts.tsx'

interface DeclineRefundPageProps {
  title: string
  submit: string
  row: {
    id: string
    parent: string
    amount_sen: number
    payee_name: string
    requester: string
    reason: string
  }
  answer: Parameters<typeof useFormOf>[1]
}

/** Saying no to a refund, before it is approved or after it; its credit is free again then. */
export function DeclineRefundPage({ title, submit, row, answer }: DeclineRefundPageProps) {
  const { t } = useTranslation()
  const [form, fields] = useFormOf(declineRefundForm, answer)
  const back = { label: t('credit_refund.one'), href: paths.creditRefund.view(row.id) }
  return (
    <EditPage
      title={title}
      subtitle={row.parent}
      back={back}
      cancel={back.href}
      form={form}
      noun="credit_refund"
      submit={submit}
      look="danger"
    >
      <p>{t('credit_refund.free_again')}</p>
      <Facts
        items={[
          { label: t('credit_refund.amount_sen'), value: formatRinggit(row.amount_sen) },
          { label: t('credit_refund.payee_name'), value: row.payee_name },
          { label: t('credit_refund.requester'), value: row.requester },
          { label: t('credit_refund.reason'), value: row.reason },
        ]}
      />
      <TextArea
        of={fields.decision_reason}
        label={t('credit_refund.decision_reason')}
        hint={t('credit_refund.decision_reason_hint')}
        rows={3}
      />
    </EditPage>
  )
}
