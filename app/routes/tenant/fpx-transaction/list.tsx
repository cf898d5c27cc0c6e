import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { attemptStates } from '#app/domain/attempts/attempt.ts'
import { attempts } from '#app/domain/attempts/find-attempts.server.ts'
import { readSearch } from '#app/domain/lists/search.ts'
import { attemptColumns } from '#app/domain/payments/payment.ts'
import { attemptSearch } from '#app/domain/payments/payment-form.ts'
import { paths } from '#app/paths.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { attemptTone } from '#app/ui/feedback/attempt-tone.ts'
import { StatusBadge } from '#app/ui/feedback/StatusBadge.tsx'
import { ListPage } from '#app/ui/page/ListPage.tsx'
import { FilterPeriod, FilterSelect } from '#app/ui/table/Filters.tsx'

/** Every try to pay through FPX: what came of it, and which ones need a person. */
export const handle = { access: 'payment.enquire', title: 'payment.attempt.plural' } satisfies Handle

export async function loader({ request, context }: LoaderFunctionArgs) {
  const search = readSearch(request, attemptSearch)
  const page = await attempts(await context.read(), context.scope('payment.enquire'), search)
  return { page, mayPrint: context.can('payment.enquire_print') }
}

export default function Attempts() {
  const { page, mayPrint } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const { search } = page
  return (
    <ListPage
      title={t('payment.attempt.plural')}
      columns={attemptColumns}
      page={page}
      open={(row) => paths.attempt.view(row.id)}
      {...(mayPrint ? { print: paths.attempt.print() } : {})}
      searchHint={t('payment.attempt.search_hint')}
      empty={{ title: t('payment.attempt.empty'), hint: t('payment.attempt.empty_hint') }}
      cells={{
        state: ({ state }) => (
          <StatusBadge status={state} label={t(`payment.states.${state}`)} tone={attemptTone(state)} />
        ),
      }}
      filters={
        <>
          <FilterPeriod search={search} noun="payment" />
          <FilterSelect
            name="state"
            label={t('payment.status')}
            value={search.state}
            options={[
              { value: 'attention', label: t('payment.attempt.attention') },
              ...attemptStates.map((value) => ({ value, label: t(`payment.states.${value}`) })),
            ]}
          />
        </>
      }
    />
  )
}
