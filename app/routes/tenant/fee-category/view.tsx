import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { feeCategories, feeCategory } from '#app/domain/catalogue/fee-categories/fee-categories.ts'
import { feeCategoryFacts } from '#app/domain/catalogue/fee-categories/fee-category.ts'
import { feeTypeColumns } from '#app/domain/catalogue/fee-types/fee-type.ts'
import { feeTypesOf } from '#app/domain/catalogue/fee-types/fee-types.ts'
import { formatInstant } from '#app/domain/core/dates.ts'
import { paths } from '#app/paths.ts'
import { openRow } from '#app/server/forms/resource-actions.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { ResourceViewPage } from '#app/ui/core/crud/ResourceViewPage.tsx'
import { Facts } from '#app/ui/core/page/Facts.tsx'
import { TableSection } from '#app/ui/core/page/TableSection.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'

export const handle = { access: 'fee_category.view', title: 'fee_category.one' } satisfies Handle

export async function loader(args: LoaderFunctionArgs) {
  const { context } = args
  const { row, may } = await openRow(args, feeCategories, feeCategory)
  const types = context.can('fee_type.view') ? await feeTypesOf(await context.read(), row.id) : []
  return { row, may, types }
}

export default function ViewFeeCategory() {
  const { row, may, types } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const { locale } = usePage()
  return (
    <ResourceViewPage noun="fee_category" row={row} may={may}>
      <Facts
        items={[
          ...feeCategoryFacts(row, t),
          { label: t('fee_category.fee_types'), value: row.fee_types },
          { label: t('fee_category.updated_at'), value: formatInstant(row.updated_at, locale) },
        ]}
      />
      {types.length > 0 && (
        <TableSection
          title={t('fee_category.fee_types')}
          actions={<a href={paths.listed('fee-type', `fee_category_id=${row.id}`)}>{t('common.as_list')}</a>}
          columns={feeTypeColumns}
          rows={types}
          open={({ id }) => paths.fee_type.view(id)}
          brief
        />
      )}
    </ResourceViewPage>
  )
}
