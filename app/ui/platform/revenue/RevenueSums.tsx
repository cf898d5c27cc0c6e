import { useTranslation } from 'react-i18next'
import { type RevenueSum, revenueSumColumns } from '#app/domain/platform/revenue/revenue.ts'
import { paths } from '#app/paths.ts'
import { TableSection } from '#app/ui/core/page/TableSection.tsx'
import { queryWith, type Search } from '#app/ui/core/table/query.ts'

/** Totals by revenue type with links to their rows; nothing if there is only one type. */
export function RevenueSums({ rows, search }: { rows: readonly RevenueSum[]; search: Search }) {
  const { t } = useTranslation()
  if (rows.length < 2) return null
  const sum = (key: 'rows' | 'gross_sen' | 'bank_cost_sen' | 'net_sen') =>
    rows.reduce((all, row) => all + row[key], 0)
  return (
    <TableSection
      title={t('revenue.by_type')}
      columns={revenueSumColumns}
      rows={rows}
      rowKey={({ type }) => type}
      open={({ type }) =>
        `${paths.admin.revenue.list()}${queryWith({ ...search, page: undefined, sort: undefined, type })}`
      }
      totals={{
        ...{ rows: sum('rows'), gross_sen: sum('gross_sen') },
        ...{ bank_cost_sen: sum('bank_cost_sen'), net_sen: sum('net_sen') },
      }}
      brief
    />
  )
}
