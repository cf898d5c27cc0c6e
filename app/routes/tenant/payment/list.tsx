import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { paymentList } from '#app/domain/payments/payments/find-payments.ts'
import { paths } from '#app/paths.ts'
import { listLoader } from '#app/server/lists/list-page.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { ListPage } from '#app/ui/core/page/ListPage.tsx'

export const handle = { access: 'payment.view', title: 'payment.plural' } satisfies Handle

export const loader = listLoader(paymentList)

export default function Payments() {
  const list = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  return (
    <ListPage
      {...list}
      columns={list.family ? list.columns.filter(({ key }) => key !== 'reference_no') : list.columns}
      rowActions={
        list.family
          ? ({ payment_id, number }) => (
              <a href={paths.payment.download(payment_id)} aria-label={`PDF ${number}`}>
                PDF
              </a>
            )
          : undefined
      }
      yours="payment"
      open={(row) => paths.payment.view(row.payment_id)}
      cells={{ invoices: ({ invoices }) => shortened(invoices) }}
      searchHint={t('payment.search_hint')}
      empty={{ title: t('payment.empty'), hint: t('payment.empty_hint') }}
    />
  )
}

/** The first of several numbers, and how many more there are. */
function shortened(numbers: string | null): string {
  const [first = '', ...others] = numbers?.split(', ') ?? []
  return others.length > 0 ? `${first} +${others.length}` : first
}
