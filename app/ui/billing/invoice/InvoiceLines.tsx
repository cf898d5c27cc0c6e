import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { InvoiceSums as Known } from '#app/domain/billing/invoices/invoice-sums.ts'
import { plainQuantity } from '#app/domain/core/invoicing/totals.ts'
import { columnsOf } from '#app/domain/core/lists/columns.ts'
import { formatPercent, formatRinggit } from '#app/domain/core/money.ts'
import { TableSection } from '#app/ui/core/page/TableSection.tsx'
import { InvoiceSums } from './InvoiceSums.tsx'

interface Item {
  position: number
  description: string
  quantity_hundredths: number
  price_sen: number
  discount_sen: number
  discount_reason: string | null
  tax_sen: number
  amount_sen: number
}

interface InvoiceLinesProps {
  row: {
    items: readonly Item[]
    sub_total_sen: number
    tax_rate_bp: number
    tax_total_sen: number
  }
  sums: Known
  /** Sponsors who pay a part of it. */
  sponsors?: readonly { sponsor: string; sen: number }[]
}

const [description, quantity, price, discount, tax, amount] = columnsOf<Item & { quantity: string }>()(
  { key: 'description', label: 'invoice.description' },
  { key: 'quantity', label: 'invoice.quantity', kind: 'count' },
  { key: 'price_sen', label: 'invoice.price', kind: 'money' },
  { key: 'discount_sen', label: 'invoice.discount', kind: 'money' },
  { key: 'tax_sen', label: 'invoice.tax_total_sen', kind: 'money' },
  { key: 'amount_sen', label: 'invoice.amount', kind: 'money', room: 'much' },
)

/** The lines and totals of an invoice; empty columns are left out. */
export function InvoiceLines({ row, sums, sponsors = [] }: InvoiceLinesProps) {
  const { t } = useTranslation()
  const hasDiscount = row.items.some(({ discount_sen }) => discount_sen > 0)
  const hasTax = row.tax_total_sen > 0
  return (
    <TableSection
      title={t('invoice.items')}
      brief
      columns={[
        description,
        quantity,
        price,
        ...(hasDiscount ? [discount] : []),
        amount,
        ...(hasTax ? [tax] : []),
      ]}
      rows={row.items.map((item) => ({ ...item, quantity: plainQuantity(item.quantity_hundredths) }))}
      rowKey={(item) => String(item.position)}
      cells={{
        description: (item) => (
          <>
            {item.description}
            {item.discount_reason && <small className="quiet"> · {item.discount_reason}</small>}
          </>
        ),
        discount_sen: (item) => (item.discount_sen > 0 ? formatRinggit(-item.discount_sen) : '–'),
        tax_sen: (item) => (item.tax_sen > 0 ? formatRinggit(item.tax_sen) : '–'),
      }}
    >
      <InvoiceTotals row={row} sums={sums} sponsors={sponsors} />
    </TableSection>
  )
}

/** Sponsors and tax, and from the total to the balance. */
function InvoiceTotals({ row, sums, sponsors }: Required<InvoiceLinesProps>) {
  const { t } = useTranslation()
  const taxed =
    row.tax_total_sen > 0
      ? [
          { label: t('invoice.sub_total_sen'), sen: row.sub_total_sen },
          { label: t('invoice.tax_of', { rate: formatPercent(row.tax_rate_bp) }), sen: row.tax_total_sen },
        ]
      : []
  return (
    <InvoiceSums
      sums={sums}
      above={[...sponsoredSums(row.sub_total_sen, sponsors, t), ...taxed]}
      label={totalLabel(sponsors, t)}
    />
  )
}

interface Borne {
  sponsor: string
  sen: number
}

/** Rows above the total: the full charge and the parts of sponsors; none without sponsors. */
export function sponsoredSums(sub_total_sen: number, sponsors: readonly Borne[], t: TFunction) {
  if (sponsors.length === 0) return []
  const borne_sen = sponsors.reduce((sum, { sen }) => sum + sen, 0)
  return [
    { label: t('invoice.whole_fee'), sen: sub_total_sen + borne_sen },
    ...sponsors.map(({ sponsor, sen }) => ({ label: t('invoice.borne_by', { sponsor }), sen: -sen })),
  ]
}

/** The label of the total. */
export const totalLabel = (sponsors: readonly Borne[], t: TFunction) =>
  t(sponsors.length > 0 ? 'invoice.family_pays' : 'invoice.total_sen')

/** Lines with their amounts, shown beside a form that was opened on an older version. */
export function LinesInBrief({
  items,
}: {
  items: readonly { position: number; description: string; amount_sen: number }[]
}) {
  return (
    <ul>
      {items.map(({ position, description, amount_sen }) => (
        <li key={position}>
          {description}: {formatRinggit(amount_sen)}
        </li>
      ))}
    </ul>
  )
}
