import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { requestSearch } from '#app/domain/cancel-requests/cancel-form.ts'
import { kinds, requestColumns, states } from '#app/domain/cancel-requests/cancel-request.ts'
import { cancelRequests } from '#app/domain/cancel-requests/find-requests.server.ts'
import { readSearch } from '#app/domain/lists/search.ts'
import { paths } from '#app/paths.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { ListPage } from '#app/ui/page/ListPage.tsx'
import { FilterSelect } from '#app/ui/table/Filters.tsx'

/** Who cancels invoices cancels payments, too, and in the same branches. */
export const handle = { access: 'payment.cancel', title: 'cancel_request.plural' } satisfies Handle

export async function loader({ request, context }: LoaderFunctionArgs) {
  const search = readSearch(request, requestSearch)
  return { page: await cancelRequests(await context.read(), context.scope('payment.cancel'), search) }
}

export default function CancelRequests() {
  const { page } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  return (
    <ListPage
      title={t('cancel_request.plural')}
      subtitle={t('cancel_request.subtitle')}
      columns={requestColumns}
      page={page}
      open={({ kind, subject_id }) => paths[kind].view(subject_id)}
      print={paths.cancelRequest.print()}
      searchHint={t('cancel_request.search_hint')}
      empty={{ title: t('cancel_request.empty'), hint: t('cancel_request.empty_hint') }}
      filters={
        <>
          <FilterSelect
            name="state"
            label={t('cancel_request.state')}
            value={page.search.state}
            options={states.map((value) => ({ value, label: t(`common.status.${value}`) }))}
          />
          <FilterSelect
            name="kind"
            label={t('cancel_request.kind')}
            value={page.search.kind}
            options={kinds.map((value) => ({ value, label: t(`cancel_request.kinds.${value}`) }))}
          />
        </>
      }
    />
  )
}
