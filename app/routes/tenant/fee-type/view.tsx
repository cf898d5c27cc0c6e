import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { feeTypeFacts } from '#app/domain/catalogue/fee-types/fee-type.ts'
import { feeType, feeTypes } from '#app/domain/catalogue/fee-types/fee-types.ts'
import { formatInstant } from '#app/domain/core/dates.ts'
import { openRow } from '#app/server/forms/resource-actions.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { ResourceViewPage } from '#app/ui/core/crud/ResourceViewPage.tsx'
import { Facts } from '#app/ui/core/page/Facts.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'

export const handle = { access: 'fee_type.view', title: 'fee_type.one' } satisfies Handle

export const loader = (args: LoaderFunctionArgs) => openRow(args, feeTypes, feeType)

export default function ViewFeeType() {
  const { row, may } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const { locale } = usePage()
  return (
    <ResourceViewPage noun="fee_type" row={row} may={may}>
      <Facts
        items={[
          ...feeTypeFacts(row, t),
          { label: t('fee_type.subject_fees'), value: row.subject_fees },
          { label: t('fee_type.updated_at'), value: formatInstant(row.updated_at, locale) },
        ]}
      />
    </ResourceViewPage>
  )
}
