import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import {
  isSameLine,
  pairLines,
  type VersionContent,
  type VersionItem,
} from '#app/domain/billing/invoices/invoice-versions.ts'
import { formatDate, formatInstant } from '#app/domain/core/dates.ts'
import { plainQuantity } from '#app/domain/core/invoicing/totals.ts'
import { columnsOf } from '#app/domain/core/lists/columns.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import { Facts } from '#app/ui/core/page/Facts.tsx'
import { Section } from '#app/ui/core/page/ViewPage.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'
import { Table } from '#app/ui/core/table/Table.tsx'

interface InvoiceChangeProps {
  change: {
    replaced_at: Date | string
    by: string | null
    reason: string
    before: VersionContent
    after: VersionContent
  }
}

interface Said {
  key: string
  what: string
  before: ReactNode
  after: ReactNode
  same: boolean
}

const columns = columnsOf<Said>()(
  { key: 'what', label: 'invoice.versions.what' },
  { key: 'before', label: 'invoice.versions.before' },
  { key: 'after', label: 'invoice.versions.after' },
)

/** One change of an issued invoice: who, when and why, and the content before and after. */
export function InvoiceChange({ change }: InvoiceChangeProps) {
  const { t } = useTranslation()
  const { locale } = usePage()
  const { before, after, by, reason } = change
  const date = (on: string) => formatDate(on, locale)
  const text = (typed: string | null) => typed ?? '–'
  const said = <K extends keyof VersionContent>(
    key: K,
    what: string,
    tell: (value: VersionContent[K]) => ReactNode,
  ) => ({ key, what, before: tell(before[key]), after: tell(after[key]), same: before[key] === after[key] })
  const rows: Said[] = [
    said('due_on', t('invoice.due_on'), date),
    ...pairLines(before.items, after.items).map((pair, index) => ({
      key: `line ${index}`,
      what: t('invoice.line', { number: index + 1 }),
      before: <Line line={pair.before} />,
      after: <Line line={pair.after} />,
      same: isSameLine(pair),
    })),
    ...(before.tax_total_sen > 0 || after.tax_total_sen > 0
      ? [said('tax_total_sen', t('invoice.tax_total_sen'), formatRinggit)]
      : []),
    said('total_sen', t('invoice.total_sen'), formatRinggit),
    ...(before.remark || after.remark ? [said('remark', t('invoice.remark'), text)] : []),
    ...(before.internal_note || after.internal_note
      ? [said('internal_note', t('invoice.internal_note'), text)]
      : []),
  ]
  return (
    <Section title={t('invoice.versions.changed_on', { on: formatInstant(change.replaced_at, locale) })}>
      <Facts
        items={[
          { label: t('invoice.reason'), value: reason },
          by !== null && { label: t('invoice.versions.by'), value: by },
        ]}
      />
      <Table
        caption={t('invoice.versions.title')}
        columns={columns}
        rows={rows}
        rowKey={({ key }) => key}
        cells={{
          before: (row) => row.before,
          after: (row) =>
            row.same ? <span className="quiet">{t('invoice.versions.same')}</span> : <b>{row.after}</b>,
        }}
      />
    </Section>
  )
}

function Line({ line }: { line: VersionItem | null }) {
  const { t } = useTranslation()
  if (!line) return <span className="quiet">{t('invoice.versions.no_line')}</span>
  const { description, quantity_hundredths, price_sen, discount_sen, discount_reason, amount_sen } = line
  return (
    <>
      {description}: {plainQuantity(quantity_hundredths)} × {formatRinggit(price_sen)}
      {discount_sen > 0 && ` ${formatRinggit(-discount_sen)}`}
      {discount_reason && ` (${discount_reason})`} = {formatRinggit(amount_sen)}
    </>
  )
}
