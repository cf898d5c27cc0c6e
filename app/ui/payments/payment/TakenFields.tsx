import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { formatDate } from '#app/domain/core/dates.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import { manualMethods } from '#app/domain/payments/payments/payment.ts'
import type { FieldOf } from '#app/ui/core/form/control.ts'
import {
  CheckboxField,
  DateField,
  FieldRow,
  MoneyField,
  RadioGroup,
  TextArea,
  TextField,
} from '#app/ui/core/form/fields.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'

type Name =
  | 'method'
  | 'amount'
  | 'paid_on'
  | 'early_reason'
  | 'reference_no'
  | 'confirmed'
  | 'payer_name'
  | 'remark'

interface TakenFieldsProps {
  fields: Record<Name, FieldOf>
  /** What is still to be paid, and what that comes to in cash, in sen. */
  owed: { sen: number; cash_sen: number }
  /** Who pays, unless somebody else is named. */
  payer: string
  /** `YYYY-MM-DD`: the days between which it may be dated, and on which the last of its invoices was issued. */
  days: { today: string; earliest: string; issued_on: string }
}

/** What is asked of money at the counter, whatever it pays. */
export function TakenFields({ fields, owed, payer, days }: TakenFieldsProps) {
  const { t } = useTranslation()
  const { locale } = usePage()
  const { early_reason } = fields
  const early = early_reason.errors !== undefined || early_reason.initialValue !== undefined
  return (
    <>
      <MethodField of={fields.method} />
      <FieldRow>
        <MoneyField of={fields.amount} label={t('payment.amount')} hint={owedHint(owed, t)} />
        <DateField of={fields.paid_on} label={t('payment.paid_on')} min={days.earliest} max={days.today} />
      </FieldRow>
      {early && (
        <TextField
          of={early_reason}
          label={t('payment.early_reason')}
          hint={t('payment.record.early_hint', { date: formatDate(days.issued_on, locale) })}
          autoComplete="off"
          optional={false}
        />
      )}
      <ReferenceFields fields={fields} hint={t('payment.record.reference_hint')} />
      <TextField
        of={fields.payer_name}
        label={t('payment.payer')}
        hint={t('payment.record.payer_hint', { payer })}
        autoComplete="off"
      />
      <TextArea of={fields.remark} label={t('payment.remark')} rows={2} />
    </>
  )
}

function owedHint({ sen, cash_sen }: TakenFieldsProps['owed'], t: TFunction): string {
  const amount = formatRinggit(sen)
  if (sen === cash_sen) return t('payment.record.balance', { amount })
  return t('payment.record.balance_in_cash', { amount, cash: formatRinggit(cash_sen) })
}

/** How money came that was taken by hand. */
export function MethodField({ of }: { of: FieldOf }) {
  const { t } = useTranslation()
  return (
    <RadioGroup
      of={of}
      label={t('payment.method')}
      options={manualMethods.map((value) => ({ value, label: t(`payment.methods.${value}`) }))}
    />
  )
}

interface ReferenceFieldsProps {
  fields: Record<'reference_no' | 'confirmed', FieldOf>
  hint: string
}

/** The reference of a payment; where another payment has it already, also that both are meant. */
export function ReferenceFields({ fields: { reference_no, confirmed }, hint }: ReferenceFieldsProps) {
  const { t } = useTranslation()
  const repeated = reference_no.errors?.some((code) => code.startsWith('duplicate.payment'))
  return (
    <>
      <TextField
        of={reference_no}
        label={t('payment.reference_no')}
        hint={hint}
        autoComplete="off"
        width="medium"
      />
      {repeated && <CheckboxField of={confirmed} label={t('payment.confirmed')} />}
    </>
  )
}
