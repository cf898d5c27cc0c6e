import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { attemptList } from '#app/domain/payments/attempts/find-attempts.ts'
import { paths } from '#app/paths.ts'
import { listPage } from '#app/server/lists/list-page.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { StatusBadge } from '#app/ui/core/feedback/StatusBadge.tsx'
import { ListPage } from '#app/ui/core/page/ListPage.tsx'
import { attemptTone } from '#app/ui/payments/payment/Attempts.tsx'

/** Every try to pay through FPX: what came of it, and which ones need a person. */
export const handle = { access: 'payment.enquire', title: 'payment.attempt.plural' } satisfies Handle

export const loader = async (args: LoaderFunctionArgs) => ({
  list: await listPage(args, attemptList, { alone: true }),
  mayCheck: args.context.can('payment_exception.view'),
})

export default function Attempts() {
  const { list, mayCheck } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  return (
    <ListPage
      {...list}
      actions={mayCheck && <a href={paths.exception.list()}>{t('payment_exception.plural')}</a>}
      open={(row) => paths.attempt.view(row.id)}
      searchHint={t('payment.attempt.search_hint')}
      empty={{ title: t('payment.attempt.empty'), hint: t('payment.attempt.empty_hint') }}
      cells={{
        state: ({ state }) => (
          <StatusBadge status={state} label={t(`payment.states.${state}`)} tone={attemptTone(state)} />
        ),
      }}
    />
  )
}
