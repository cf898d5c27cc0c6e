import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { cancelRequestList } from '#app/domain/payments/cancel-requests/find-cancel-requests.ts'
import { paths } from '#app/paths.ts'
import { listLoader } from '#app/server/lists/list-page.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { ListPage } from '#app/ui/core/page/ListPage.tsx'

/** Who cancels invoices cancels payments, too, and in the same branches. */
export const handle = { access: 'payment.cancel', title: 'cancel_request.plural' } satisfies Handle

export const loader = listLoader(cancelRequestList)

export default function CancelRequests() {
  const { t } = useTranslation()
  return (
    <ListPage
      {...useLoaderData<typeof loader>()}
      subtitle={t('cancel_request.subtitle')}
      open={({ kind, subject_id }) => paths[kind].view(subject_id)}
      searchHint={t('cancel_request.search_hint')}
      empty={{ title: t('cancel_request.empty'), hint: t('cancel_request.empty_hint') }}
    />
  )
}
