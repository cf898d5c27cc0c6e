import { useTranslation } from 'react-i18next'
import { whyForm } from '#app/domain/platform/payouts/payout.ts'
import { paths } from '#app/paths.ts'
import { HiddenField, TextArea } from '#app/ui/core/form/fields.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { EditPage } from '#app/ui/core/page/EditPage.tsx'

interface PayoutReasonPageProps {
  payout: { id: string; number: string; entity: string; version: number }
  answer: Parameters<typeof useFormOf>[1]
  title: string
}

/** Page of a payout step that needs a reason. */
export function PayoutReasonPage({ payout, answer, title }: PayoutReasonPageProps) {
  const { t } = useTranslation()
  const [form, fields] = useFormOf(whyForm, answer, { version: payout.version })
  return (
    <EditPage
      title={title}
      subtitle={payout.entity}
      back={{ label: payout.number, href: paths.admin.payout.view(payout.id) }}
      form={form}
      noun="payout"
      submit={title}
      look="danger"
    >
      <HiddenField of={fields.version} />
      <TextArea of={fields.why} label={t('common.field.reason')} hint={t('payout.why_hint')} rows={3} />
    </EditPage>
  )
}
