import type { ButtonHTMLAttributes } from 'react'
import { useTranslation } from 'react-i18next'
import { formatRinggit } from '#app/domain/core/money.ts'
import { SubmitButton } from '#app/ui/core/form/Button.tsx'
import { HiddenField } from '#app/ui/core/form/HiddenField.tsx'
import { MoneyField } from '#app/ui/core/form/MoneyField.tsx'
import { optionsOf, SelectField } from '#app/ui/core/form/SelectField.tsx'
import { TextField } from '#app/ui/core/form/TextField.tsx'
import type { LinesFormOf } from './invoice-form-of.ts'

interface InvoiceLineProps {
  line: ReturnType<LinesFormOf[1]['items']['getFieldList']>[number]
  /** Counted from 1. */
  position: number
  /** What it comes to in sen; undefined while it cannot be read, null where nothing is added up. */
  amount: number | null | undefined
  feeTypes: readonly { id: string; name: string }[]
  remove: ButtonHTMLAttributes<HTMLButtonElement>
}

/** One line of an invoice as it is written. */
export function InvoiceLine({ line, position, amount, feeTypes, remove }: InvoiceLineProps) {
  const { t } = useTranslation()
  const fields = line.getFieldset()
  return (
    <li>
      <fieldset>
        <legend>
          {t('invoice.line', { number: position })}
          {amount !== null && (
            <span className="quiet">{amount === undefined ? '–' : formatRinggit(amount)}</span>
          )}
        </legend>
        <TextField of={fields.description} label={t('invoice.description')} />
        <SelectField
          of={fields.fee_type_id}
          label={t('invoice.fee_type_id')}
          blank={t('invoice.no_fee_type')}
          optional={false}
          options={optionsOf(feeTypes)}
        />
        <TextField
          of={fields.quantity}
          label={t('invoice.quantity')}
          inputMode="decimal"
          autoComplete="off"
        />
        <MoneyField of={fields.price} label={t('invoice.price')} />
        <MoneyField of={fields.discount} label={t('invoice.discount')} />
        <TextField of={fields.discount_reason} label={t('invoice.discount_reason')} />
        <SubmitButton look="link" {...remove}>
          {t('common.action.remove_line')}
        </SubmitButton>
        {fields.subject_fee_id.initialValue && (
          <>
            <HiddenField of={fields.subject_fee_id} />
            <HiddenField of={fields.period_starts_on} />
            <HiddenField of={fields.period_ends_on} />
          </>
        )}
      </fieldset>
    </li>
  )
}
