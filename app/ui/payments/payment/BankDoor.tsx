import { useTranslation } from 'react-i18next'
import { SubmitButton } from '#app/ui/core/form/Button.tsx'
import { AmountHeader } from '#app/ui/core/page/Amount.tsx'
import { FpxMark } from './FpxMark.tsx'

/** What is paid by which bank, before the payer leaves for it. */
export function DoorHeader({
  of: { amount_sen, bank_name: bank, order_no },
}: {
  of: { amount_sen: number; bank_name: string | null; order_no: string }
}) {
  const { t } = useTranslation()
  return (
    <AmountHeader
      about={t('payment.go.about', { bank, order_no })}
      label={t('payment.go.label')}
      sen={amount_sen}
    />
  )
}

/** The signed request, which the payer's browser sends to FPX with one press. */
export function BankDoor({
  action,
  fields,
  bank,
}: {
  action: string
  fields: Readonly<Record<string, string>>
  bank: string | null
}) {
  const { t } = useTranslation()
  return (
    <>
      <form method="post" action={action} className="fields">
        {Object.entries(fields).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <p>{t('fpx.leaving_hint')}</p>
        <SubmitButton>{t('payment.go.continue', { bank })}</SubmitButton>
      </form>
      <p className="quiet small">{t('payment.go.after')}</p>
      <FpxMark />
    </>
  )
}
