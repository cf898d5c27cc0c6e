import type { ButtonHTMLAttributes } from 'react'
import { useTranslation } from 'react-i18next'
import type { invoiceForm, linesForm } from '#app/domain/billing/invoices/invoice.ts'
import { mostLines } from '#app/domain/core/invoicing/invoice.ts'
import { formatPercent, formatRinggit } from '#app/domain/core/money.ts'
import { SubmitButton } from '#app/ui/core/form/Button.tsx'
import { type FieldOf, linesOf } from '#app/ui/core/form/control.ts'
import { HiddenField, MoneyField, optionsOf, SelectField, TextField } from '#app/ui/core/form/fields.tsx'
import type { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { Sums } from '#app/ui/core/page/Facts.tsx'
import { Section } from '#app/ui/core/page/ViewPage.tsx'
import { type TypedLine, type TypedTotals, typedTotals } from './typed-lines.ts'

interface LineFieldsProps {
  form: Pick<LinesFormOf[0], 'insert' | 'remove' | 'validate'>
  items: LinesFormOf[1]['items']
  feeTypes: readonly { id: string; name: string; taxable: boolean }[]
  /** Service tax, in basis points; without it nothing is added up. */
  rate?: number
  /** The maximum number of lines. */
  most?: number
  hint?: string
  /** The field to choose a template, and the templates. */
  template?: { of: FieldOf; options: readonly { id: string; name: string }[] }
}

/** Editable invoice lines with totals, and the buttons that add, remove and recalculate. */
export function LineFields({ form, items, feeTypes, rate, most, hint, template }: LineFieldsProps) {
  const { t } = useTranslation()
  const lines = linesOf(items)
  const typed = lines.map(({ initialValue }) => initialValue as TypedLine | undefined)
  const sums = typedTotals(
    typed.map((line) => line ?? {}),
    feeTypes,
    rate ?? 0,
  )
  return (
    <Section title={t('invoice.items')} id={items.id}>
      {hint && <p className="hint">{hint}</p>}
      {lines.length === 0 && <p className="quiet">{t('invoice.no_lines')}</p>}
      <ol className="lines">
        {lines.map((line, index) => (
          <InvoiceLine
            key={line.name}
            line={line}
            position={index + 1}
            amount={rate === undefined ? null : sums.amounts[index]}
            feeTypes={feeTypes}
            remove={form.remove.getButtonProps({ name: items.name, index })}
          />
        ))}
      </ol>
      <div className="actions">
        {lines.length < (most ?? mostLines) && (
          <SubmitButton
            look="plain"
            {...form.insert.getButtonProps({ name: items.name, defaultValue: { quantity: '1' } })}
          >
            {t('common.action.add_line')}
          </SubmitButton>
        )}
        {rate !== undefined && (
          <SubmitButton look="plain" {...form.validate.getButtonProps()}>
            {t('invoice.recalculate')}
          </SubmitButton>
        )}
      </div>
      {template && template.options.length > 0 && <TemplateChoice {...template} />}
      {rate !== undefined && <TypedSums sums={sums} rate={rate} />}
      {rate !== undefined && rate > 0 && (
        <p className="hint">{t('invoice.taxed', { rate: formatPercent(rate) })}</p>
      )}
    </Section>
  )
}

interface InvoiceLineProps {
  line: ReturnType<LinesFormOf[1]['items']['getFieldList']>[number]
  /** Counted from 1. */
  position: number
  /** The amount in sen; undefined while it cannot be parsed, null where no totals are shown. */
  amount: number | null | undefined
  feeTypes: readonly { id: string; name: string }[]
  remove: ButtonHTMLAttributes<HTMLButtonElement>
}

/** One editable invoice line. */
function InvoiceLine({ line, position, amount, feeTypes, remove }: InvoiceLineProps) {
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

interface TemplateChoiceProps {
  of: FieldOf
  options: readonly { id: string; name: string }[]
}

/** A template and the button that adds its items; the same form is returned, so it needs no script. */
function TemplateChoice({ of, options }: TemplateChoiceProps) {
  const { t } = useTranslation()
  return (
    <div className="row">
      <SelectField
        of={of}
        label={t('line_template.choose')}
        hint={t('line_template.choose_hint')}
        blank={t('line_template.none')}
        optional={false}
        options={optionsOf(options)}
      />
      <div className="actions">
        <SubmitButton look="plain" name="add_template" value="1">
          {t('line_template.add')}
        </SubmitButton>
      </div>
    </div>
  )
}

/** The totals of the form, or a note that a line must be corrected first. */
function TypedSums({ sums: { totals }, rate }: { sums: TypedTotals; rate: number }) {
  const { t } = useTranslation()
  if (!totals) return <p className="quiet unreadable">{t('invoice.unreadable')}</p>
  const { sub_total_sen, tax_total_sen, total_sen } = totals
  const items =
    tax_total_sen > 0
      ? [
          { label: t('invoice.sub_total_sen'), sen: sub_total_sen },
          { label: t('invoice.tax_of', { rate: formatPercent(rate) }), sen: tax_total_sen },
        ]
      : []
  return <Sums items={items} total={{ label: t('invoice.total_sen'), sen: total_sen }} />
}

/** The form of an invoice and its fields, as returned by the hook. */
export type InvoiceFormOf = ReturnType<typeof useFormOf<typeof invoiceForm>>

/** Any form with invoice lines. */
export type LinesFormOf = ReturnType<typeof useFormOf<typeof linesForm>>
