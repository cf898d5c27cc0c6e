import type { FieldMetadata } from '@conform-to/react'
import { useTranslation } from 'react-i18next'
import {
  fewestParts,
  type Interval,
  intervals,
  mostParts,
} from '#app/domain/billing/arrangements/arrangement.ts'
import { type OpenInvoice, openInvoiceColumns } from '#app/domain/people/families/family.ts'
import { paths } from '#app/paths.ts'
import type { FieldOf } from '#app/ui/core/form/control.ts'
import { DateField, FieldRow, Fieldset, MoneyField, SelectField } from '#app/ui/core/form/fields.tsx'
import { Section } from '#app/ui/core/page/ViewPage.tsx'
import { Table } from '#app/ui/core/table/Table.tsx'

interface DivisionFormProps {
  parent_id: string
  rows: readonly OpenInvoice[]
  asked: { invoice: readonly string[]; count: number; first_on: string; interval: Interval }
  min: string
  max: string
}

const counts = Array.from({ length: mostParts - fewestParts + 1 }, (_, index) => String(index + fewestParts))

/** A GET form to the same page: which invoices, in how many parts, from when on. */
export function DivisionForm({ parent_id, rows, asked, min, max }: DivisionFormProps) {
  const { t } = useTranslation()
  const field = (name: string, initialValue: string): FieldOf => ({
    ...{ id: `division-${name}`, name, errorId: `${name}-error`, descriptionId: `${name}-hint` },
    ...{ initialValue, required: true },
  })
  return (
    <Section title={t('arrangement.division')}>
      <form action={paths.arrangement.new(parent_id)}>
        <Table
          caption={t('family.open_invoices')}
          columns={openInvoiceColumns}
          rows={rows}
          totals={{ balance_sen: rows.reduce((sum, { balance_sen }) => sum + balance_sen, 0) }}
          actions={(row) => <Pick row={row} chosen={asked.invoice.includes(row.id)} />}
          brief
        />
        <div className="fields section">
          <p className="quiet">{t('arrangement.division_hint')}</p>
          <SelectField
            of={field('count', String(asked.count))}
            label={t('arrangement.count')}
            options={counts.map((value) => ({ value, label: value }))}
            blank={false}
            width="short"
          />
          <DateField
            of={field('first_on', asked.first_on)}
            label={t('arrangement.first_on')}
            min={min}
            max={max}
          />
          <SelectField
            of={field('interval', asked.interval)}
            label={t('arrangement.interval')}
            options={intervals.map((value) => ({ value, label: t(`arrangement.intervals.${value}`) }))}
            blank={false}
          />
          <div className="actions">
            <button type="submit">{t('arrangement.work_out')}</button>
          </div>
        </div>
      </form>
    </Section>
  )
}

function Pick({ row, chosen }: { row: OpenInvoice; chosen: boolean }) {
  const { t } = useTranslation()
  return (
    <label className="choice">
      <input
        type="checkbox"
        name="invoice"
        value={row.id}
        defaultChecked={chosen}
        aria-label={`${t('arrangement.include')} ${row.number ?? ''}`}
      />
      {t('arrangement.include')}
    </label>
  )
}

interface PartFieldsProps {
  of: { due_on: FieldMetadata<string>; amount: FieldMetadata<number> }
  /** From 1 on. */
  position: number
  /** The earliest and the latest due date. */
  min: string
  max: string
}

/** Due date and amount of one part. */
export function PartFields({ of, position, min, max }: PartFieldsProps) {
  const { t } = useTranslation()
  return (
    <Fieldset legend={t('arrangement.part', { position })}>
      <FieldRow>
        <DateField of={of.due_on} label={t('arrangement.part_due_on')} min={min} max={max} />
        <MoneyField of={of.amount} label={t('arrangement.amount_sen')} />
      </FieldRow>
    </Fieldset>
  )
}
