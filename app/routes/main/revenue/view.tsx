import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { formatDate, formatInstant } from '#app/domain/core/dates.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import { revenueRow } from '#app/domain/platform/revenue/find-revenue.ts'
import { paths } from '#app/paths.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { Facts } from '#app/ui/core/page/Facts.tsx'
import { ViewPage } from '#app/ui/core/page/ViewPage.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'

/** One fee that was earned: what it is made of, and where it came from. */
export const handle = { access: 'admin.revenue.view', title: 'revenue.one' } satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  return { row: await revenueRow(await context.read(), idOf(params, 'not_found.revenue')) }
}

type Row = ReturnType<typeof useLoaderData<typeof loader>>['row']

export default function ViewRevenue() {
  const { row } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const { locale } = usePage()
  return (
    <ViewPage
      title={formatRinggit(row.net_sen)}
      subtitle={`${t(`revenue.types.${row.type}`)} · ${formatDate(row.on_day, locale)}`}
      back={{ label: t('revenue.plural'), href: paths.admin.revenue.list() }}
    >
      <Facts
        columns={2}
        items={[
          { label: t('revenue.gross'), value: formatRinggit(row.gross_sen) },
          { label: t('revenue.bank_cost'), value: formatRinggit(row.bank_cost_sen) },
          { label: t('revenue.net'), value: formatRinggit(row.net_sen) },
          row.model !== null && { label: t('revenue.model'), value: t(`fpx.model.${row.model}`) },
          { label: t('revenue.entity'), value: row.entity, href: paths.admin.entity.view(row.entity_id) },
          { label: t(`revenue.sources.${row.source_type}`), value: row.reference, href: sourceOf(row) },
          row.tax_sen !== null &&
            row.tax_sen > 0 && { label: t('revenue.tax'), value: formatRinggit(row.tax_sen) },
          row.total_sen !== null && { label: t('revenue.invoiced'), value: formatRinggit(row.total_sen) },
          { label: t('common.field.created_at'), value: formatInstant(row.created_at, locale) },
        ]}
      />
    </ViewPage>
  )
}

/** The page on which the source itself is told; of an invoice that of what it was for. */
function sourceOf({ source_type, source_id, registration_id, entity_id }: Row): string {
  if (source_type === 'ledger') return paths.admin.collectionView(source_id)
  return registration_id ? paths.admin.registration.view(registration_id) : paths.admin.entity.view(entity_id)
}
