import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { branchChoices } from '#app/domain/invoices/choices.server.ts'
import { invoices } from '#app/domain/invoices/find-invoices.server.ts'
import { invoiceColumns, shownStatuses } from '#app/domain/invoices/invoice.ts'
import { invoiceSearch } from '#app/domain/invoices/invoice-form.ts'
import { readSearch } from '#app/domain/lists/search.ts'
import { paths } from '#app/paths.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { ListPage } from '#app/ui/page/ListPage.tsx'
import { FilterDate, FilterSelect } from '#app/ui/table/Filters.tsx'

export const handle = { access: 'invoice.view', title: 'invoice.plural' } satisfies Handle

export async function loader({ request, context }: LoaderFunctionArgs) {
  const search = readSearch(request, invoiceSearch)
  const scope = context.scope('invoice.view')
  const db = await context.read()
  const [page, branches] = await Promise.all([
    invoices(db, scope, search, context.today),
    branchChoices(db, scope),
  ])
  return {
    page,
    branches,
    isFamily: scope.scope === 'own',
    mayCreate: context.can('invoice.create'),
    mayPrint: context.can('invoice.print'),
  }
}

export default function Invoices() {
  const { page, branches, isFamily, mayCreate, mayPrint } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const statuses = shownStatuses.filter((status) => !(isFamily && status === 'draft'))
  return (
    <ListPage
      title={t('invoice.plural')}
      columns={invoiceColumns}
      page={page}
      open={(row) => paths.invoice.view(row.id)}
      cells={{ number: (row) => <span className="number">{row.number ?? t('common.status.draft')}</span> }}
      {...(mayCreate ? { add: { label: t('invoice.new'), href: paths.invoice.new() } } : {})}
      {...(mayPrint ? { print: paths.invoice.print() } : {})}
      searchHint={t('invoice.search_hint')}
      empty={{ title: t('invoice.empty'), ...(mayCreate ? { hint: t('invoice.empty_hint') } : {}) }}
      filters={
        <>
          <FilterSelect
            name="status"
            label={t('invoice.status')}
            value={page.search.status}
            options={[
              { value: 'outstanding', label: t('invoice.outstanding') },
              ...statuses.map((value) => ({ value, label: t(`common.status.${value}`) })),
            ]}
          />
          <FilterDate name="issued_from" label={t('invoice.issued_from')} value={page.search.issued_from} />
          <FilterDate name="issued_to" label={t('invoice.issued_to')} value={page.search.issued_to} />
          {branches.length > 0 && (
            <FilterSelect
              name="branch_id"
              label={t('invoice.branch')}
              value={page.search.branch_id}
              options={branches.map(({ id, name }) => ({ value: id, label: name }))}
            />
          )}
        </>
      }
    />
  )
}
