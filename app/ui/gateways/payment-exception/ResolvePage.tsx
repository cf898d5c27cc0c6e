import { useTranslation } from 'react-i18next'
import { formatRinggit } from '#app/domain/core/money.ts'
import {
  type Decidable,
  decisionsOf,
  resolveForm,
} from '#app/domain/gateways/payment-exceptions/exception.ts'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'
import { DateField, RadioGroup, TextArea, TextField } from '#app/ui/core/form/fields.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { CurrentValues, EditPage } from '#app/ui/core/page/EditPage.tsx'
import { Facts } from '#app/ui/core/page/Facts.tsx'
import { ViewPage } from '#app/ui/core/page/ViewPage.tsx'

interface ResolvePageProps {
  row: Decidable & { id: string; state: string; order_no: string; version: number; owner: string | null }
  /** The page of what is decided. */
  back: string
  /** The days on which its money can have gone back. */
  since: string
  today: string
  lastResult: Parameters<typeof useFormOf>[1]
}

/** Decides what became of the money. */
export function ResolvePage({ row, back, since, today, lastResult }: ResolvePageProps) {
  const { t } = useTranslation()
  const [form, fields] = useFormOf(resolveForm, lastResult, {})
  const offered = decisionsOf(row)
  const facts = [
    { label: t('payment_exception.kind'), value: t(`payment_exception.kinds.${row.kind}`) },
    {
      label: t('payment_exception.amount'),
      value: row.amount_sen === null ? null : formatRinggit(row.amount_sen),
    },
    { label: t('payment.fpx_id'), value: row.transaction_id },
    { label: t('payment_exception.owner'), value: row.owner ?? t('payment_exception.nobody') },
  ]
  const head = {
    title: t('payment_exception.resolve_title'),
    subtitle: row.order_no,
    back: { label: row.order_no, href: back },
  }
  if (row.state !== 'open')
    return (
      <ViewPage {...head}>
        <Notice>
          <p>{t('refusal.payment_exception.decided')}</p>
        </Notice>
      </ViewPage>
    )
  // Of an order with the platform itself there is no family.
  const now = row.entity_id === null ? 'platform' : 'now'
  const where = row.attempt_id === null ? 'elsewhere' : row.payment_id ? 'stays' : now
  const asksFamily = offered.includes('booked') && row.kind === 'second_debit' && row.payment_id === null
  return (
    <EditPage
      {...head}
      form={form}
      noun="payment_exception"
      keep={t('payment_exception.back')}
      submit={t('payment_exception.resolve_submit')}
    >
      <CurrentValues form={form} items={facts} field={fields.version} version={row.version} />
      <Facts items={facts} />
      <RadioGroup
        of={fields.decision}
        label={t('payment_exception.decision')}
        options={offered.map((value) => ({
          value,
          label: t(`payment_exception.decisions.${value}`),
          hint: t(
            value === 'booked' ? `payment_exception.booked_hint.${where}` : `payment_exception.${value}_hint`,
          ),
        }))}
      />
      {asksFamily && (
        <TextField
          of={fields.family_code}
          label={t('payment_exception.family_code')}
          hint={t('payment_exception.family_code_hint')}
          optional
        />
      )}
      <DateField
        of={fields.refunded_on}
        label={t('payment_exception.refunded_on')}
        hint={t('payment_exception.refunded_on_hint')}
        min={since}
        max={today}
        optional
      />
      <TextField
        of={fields.reference}
        label={t('payment_exception.reference')}
        hint={t('payment_exception.reference_hint')}
        optional
      />
      <TextArea
        of={fields.words}
        label={t('payment_exception.words')}
        hint={t('payment_exception.words_hint')}
        rows={3}
        optional
      />
    </EditPage>
  )
}
