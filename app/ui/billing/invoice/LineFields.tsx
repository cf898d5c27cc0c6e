import { useTranslation } from 'react-i18next'
import { mostLines } from '#app/domain/core/invoicing/invoice-status.ts'
import { formatPercent } from '#app/domain/core/money.ts'
import { SubmitButton } from '#app/ui/core/form/Button.tsx'
import { type FieldOf, linesOf } from '#app/ui/core/form/control.ts'
import { Section } from '#app/ui/core/page/Section.tsx'
import { InvoiceLine } from './InvoiceLine.tsx'
import type { LinesFormOf } from './invoice-form-of.ts'
import { TemplateChoice } from './TemplateChoice.tsx'
import { TypedSums } from './TypedSums.tsx'
import { type TypedLine, typedTotals } from './typed-totals.ts'

interface LineFieldsProps {
  form: Pick<LinesFormOf[0], 'insert' | 'remove' | 'validate'>
  items: LinesFormOf[1]['items']
  feeTypes: readonly { id: string; name: string; taxable: boolean }[]
  /** Service tax, in basis points; without it nothing is added up. */
  rate?: number
  /** Lines there may be. */
  most?: number
  hint?: string
  /** The field in which a template is chosen whose lines are added, and those that are offered. */
  template?: { of: FieldOf; options: readonly { id: string; name: string }[] }
}

/** The lines of an invoice as they are written, what they come to, and the buttons that add, remove and recalculate. */
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
