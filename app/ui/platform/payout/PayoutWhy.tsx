import { useTranslation } from 'react-i18next'
import type { whyForm } from '#app/domain/platform/payouts/forms.ts'
import { paths } from '#app/paths.ts'
import { HiddenField } from '#app/ui/core/form/HiddenField.tsx'
import { TextArea } from '#app/ui/core/form/TextArea.tsx'
import type { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { EditPage } from '#app/ui/core/page/EditPage.tsx'

interface PayoutWhyProps {
  payout: { id: string; number: string; entity: string }
  form: ReturnType<typeof useFormOf<typeof whyForm>>
  title: string
}

/** A step of a payout that says why. */
export function PayoutWhy({ payout, form: [form, fields], title }: PayoutWhyProps) {
  const { t } = useTranslation()
  const href = paths.admin.payout.view(payout.id)
  return (
    <EditPage
      title={title}
      subtitle={payout.entity}
      back={{ label: payout.number, href }}
      cancel={href}
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
