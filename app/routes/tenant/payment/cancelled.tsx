import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { cancelledList } from '#app/domain/payments/cancel-requests/find-cancel-requests.ts'
import { paths } from '#app/paths.ts'
import { listLoader } from '#app/server/lists/list-page.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { ListPage } from '#app/ui/core/page/ListPage.tsx'

/** Payments that were cancelled, by whom and why. */
export const handle = { access: 'report_money.view', title: 'payment.cancelled_list.title' } satisfies Handle

export const loader = listLoader(cancelledList)

export default function CancelledPayments() {
  const { t } = useTranslation()
  return (
    <ListPage
      {...useLoaderData<typeof loader>()}
      subtitle={t('payment.cancelled_list.subtitle')}
      open={({ id }) => paths.payment.view(id)}
      searchHint={t('payment.cancelled_list.search_hint')}
      empty={{ title: t('payment.cancelled_list.empty'), hint: t('payment.cancelled_list.empty_hint') }}
    />
  )
}
