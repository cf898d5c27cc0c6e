import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { attentionCount } from '#app/domain/attempts/find-attempts.server.ts'
import { branchChoices } from '#app/domain/invoices/choices.server.ts'
import { readSearch } from '#app/domain/lists/search.ts'
import { payments } from '#app/domain/payments/find-payments.server.ts'
import { paymentColumns, paymentMethods, paymentStatuses } from '#app/domain/payments/payment.ts'
import { paymentSearch } from '#app/domain/payments/payment-form.ts'
import { paths } from '#app/paths.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { Notice } from '#app/ui/feedback/Notice.tsx'
import { ListPage } from '#app/ui/page/ListPage.tsx'
import { FilterPeriod, FilterSelect } from '#app/ui/table/Filters.tsx'

export const handle = { access: 'payment.view', title: 'payment.plural' } satisfies Handle

export async function loader({ request, context }: LoaderFunctionArgs) {
  const search = readSearch(request, paymentSearch)
  const scope = context.scope('payment.view')
  const db = await context.read()
  const [page, branches, attention] = await Promise.all([
    payments(db, scope, search),
    branchChoices(db, scope),
    context.can('payment.enquire') ? attentionCount(db, context.scope('payment.enquire')) : 0,
  ])
  return { page, branches, attention, mayPrint: context.can('payment.print') }
}

export default function Payments() {
  const { page, branches, attention, mayPrint } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const { search } = page
  return (
    <ListPage
      title={t('payment.plural')}
      columns={paymentColumns}
      page={page}
      open={(row) => paths.payment.view(row.id)}
      cells={{ invoices: ({ invoices }) => shortened(invoices) }}
      {...(mayPrint ? { print: paths.payment.print() } : {})}
      searchHint={t('payment.search_hint')}
      empty={{ title: t('payment.empty'), hint: t('payment.empty_hint') }}
      filters={
        <>
          <FilterPeriod search={search} noun="payment" />
          <FilterSelect
            name="method"
            label={t('payment.method')}
            value={search.method}
            options={paymentMethods.map((value) => ({ value, label: t(`payment.methods.${value}`) }))}
          />
          <FilterSelect
            name="status"
            label={t('payment.status')}
            value={search.status}
            options={paymentStatuses.map((value) => ({ value, label: t(`common.status.${value}`) }))}
          />
          {branches.length > 0 && (
            <FilterSelect
              name="branch_id"
              label={t('payment.branch')}
              value={search.branch_id}
              options={branches.map(({ id, name }) => ({ value: id, label: name }))}
            />
          )}
        </>
      }
    >
      {attention > 0 && (
        <Notice tone="warning" title={t('payment.attempt.attention_count', { count: attention })}>
          <p>
            <a href={paths.attempt.list('attention')}>{t('payment.attempt.attention_link')}</a>
          </p>
        </Notice>
      )}
    </ListPage>
  )
}

/** The first of several numbers, and how many more there are. */
function shortened(numbers: string | null): string {
  const [first = '', ...others] = numbers?.split(', ') ?? []
  return others.length > 0 ? `${first} +${others.length}` : first
}
