import { useTranslation } from 'react-i18next'
import type { TemplateItem } from '#app/domain/catalogue/line-templates/line-template.ts'
import { plainQuantity } from '#app/domain/core/invoicing/totals.ts'
import { columnsOf } from '#app/domain/core/lists/columns.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import { TableSection } from '#app/ui/core/page/TableSection.tsx'

interface TemplateLinesProps {
  items: readonly TemplateItem[]
  feeTypes: readonly { id: string; name: string }[]
}

const [description, feeType, quantity, price, discount] = columnsOf<
  TemplateItem & { fee_type: string | undefined; quantity: string }
>()(
  { key: 'description', label: 'line_template.line_description', room: 'who' },
  { key: 'fee_type', label: 'line_template.fee_type_id' },
  { key: 'quantity', label: 'line_template.quantity', kind: 'count' },
  { key: 'price_sen', label: 'line_template.price_sen', kind: 'money', room: 'much' },
  { key: 'discount_sen', label: 'line_template.discount_sen', kind: 'money' },
)

/** The lines of a template; a column of discounts only where there are any. */
export function TemplateLines({ items, feeTypes }: TemplateLinesProps) {
  const { t } = useTranslation()
  const names = new Map(feeTypes.map(({ id, name }) => [id, name]))
  const hasDiscount = items.some(({ discount_sen }) => discount_sen !== null)
  return (
    <TableSection
      title={t('line_template.items')}
      columns={[description, feeType, quantity, price, ...(hasDiscount ? [discount] : [])]}
      rows={items.map((item, index) => ({
        ...item,
        position: index,
        fee_type: names.get(item.fee_type_id ?? ''),
        quantity: plainQuantity(item.quantity_hundredths),
      }))}
      rowKey={({ position }) => String(position)}
      cells={{
        description: (item) => (
          <>
            {item.description}
            {item.discount_reason && <small className="quiet"> · {item.discount_reason}</small>}
          </>
        ),
        fee_type: ({ fee_type }) => fee_type ?? '–',
        price_sen: ({ price_sen }) =>
          price_sen === null ? (
            <span className="quiet">{t('line_template.price_open')}</span>
          ) : (
            formatRinggit(price_sen)
          ),
        discount_sen: ({ discount_sen }) => (discount_sen === null ? '–' : formatRinggit(-discount_sen)),
      }}
    />
  )
}
