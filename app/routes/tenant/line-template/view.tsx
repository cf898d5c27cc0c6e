import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { feeTypeOptions } from '#app/domain/catalogue/fee-types/fee-types.ts'
import { lineTemplateFacts, type TemplateItem } from '#app/domain/catalogue/line-templates/line-template.ts'
import { lineTemplate, lineTemplates } from '#app/domain/catalogue/line-templates/line-templates.ts'
import { formatInstant } from '#app/domain/core/dates.ts'
import { plainQuantity } from '#app/domain/core/invoicing/totals.ts'
import { columnsOf } from '#app/domain/core/lists/columns.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import { openRow } from '#app/server/forms/resource-actions.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { ResourceViewPage } from '#app/ui/core/crud/ResourceViewPage.tsx'
import { Facts } from '#app/ui/core/page/Facts.tsx'
import { TableSection } from '#app/ui/core/page/TableSection.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'

export const handle = { access: 'line_template.view', title: 'line_template.one' } satisfies Handle

export async function loader(args: LoaderFunctionArgs) {
  const { row, may } = await openRow(args, lineTemplates, lineTemplate)
  const kept = row.items.flatMap(({ fee_type_id }) => fee_type_id ?? [])
  return { row, may, feeTypes: await feeTypeOptions(await args.context.read(), kept) }
}

type Loaded = ReturnType<typeof useLoaderData<typeof loader>>

export default function ViewLineTemplate() {
  const { row, may, feeTypes } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const { locale } = usePage()
  return (
    <ResourceViewPage noun="line_template" row={row} may={may}>
      <Facts
        items={[
          ...lineTemplateFacts(row, t),
          { label: t('line_template.updated_at'), value: formatInstant(row.updated_at, locale) },
        ]}
      />
      <TemplateLines row={row} feeTypes={feeTypes} />
    </ResourceViewPage>
  )
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
function TemplateLines({ row: { items }, feeTypes }: Pick<Loaded, 'row' | 'feeTypes'>) {
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
