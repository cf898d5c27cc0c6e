import { useTranslation } from 'react-i18next'
import type { whyForm } from '#app/domain/platform/payouts/payout.ts'
import { paths } from '#app/paths.ts'
import { HiddenField, TextArea } from '#app/ui/core/form/fields.tsx'
import type { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { EditPage } from '#app/ui/core/page/EditPage.tsx'

interface PayoutReasonPageProps {
  payout: { id: string; number: string; entity: string }
  form: ReturnType<typeof useFormOf<typeof whyForm>>
  title: string
}

/** Page of a payout step that needs a reason. */
export function PayoutReasonPage({ payout, form: [form, fields], title }: PayoutReasonPageProps) {
  const { t } = useTranslation()
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
