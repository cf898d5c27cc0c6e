import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { bankCosts } from '#app/domain/platform/revenue/find-revenue.ts'
import { bankCostColumns } from '#app/domain/platform/revenue/revenue.ts'
import { paths } from '#app/paths.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { LinkButton } from '#app/ui/core/form/Button.tsx'
import { PageHeader } from '#app/ui/core/page/ViewPage.tsx'
import { Table } from '#app/ui/core/table/Table.tsx'

/** What the bank takes of a payment through FPX, from which day on. */
export const handle = { access: 'admin.revenue.view', title: 'revenue.costs' } satisfies Handle

export async function loader({ context }: LoaderFunctionArgs) {
  return {
    rows: await bankCosts(await context.read()),
    mayEdit: context.operatorCan('admin.revenue.edit'),
  }
}

export default function BankCosts() {
  const { rows, mayEdit } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  return (
    <>
      <PageHeader
        title={t('revenue.costs')}
        subtitle={t('revenue.costs_hint')}
        back={{ label: t('revenue.plural'), href: paths.admin.revenue.list() }}
        actions={
          mayEdit && (
            <LinkButton href={paths.admin.revenue.costNew()} look="primary">
              {t('revenue.cost_new')}
            </LinkButton>
          )
        }
      />
      <Table caption={t('revenue.costs')} columns={bankCostColumns} rows={rows} brief />
    </>
  )
}
