import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { exceptionList } from '#app/domain/gateways/payment-exceptions/find-exceptions.ts'
import { paths } from '#app/paths.ts'
import { onlyList } from '#app/server/lists/list-page.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { ListPage } from '#app/ui/core/page/ListPage.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'
import { ExceptionBadge } from '#app/ui/gateways/payment-exception/ExceptionBadge.tsx'
import { raisedAt } from '#app/ui/gateways/payment-exception/raised-at.ts'

/** What FPX said otherwise than it was asked, or twice, until somebody has settled it. */
export const handle = { access: 'payment_exception.view', title: 'payment_exception.plural' } satisfies Handle

export const loader = onlyList(exceptionList)

export default function Exceptions() {
  const list = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const { locale } = usePage()
  return (
    <ListPage
      {...list}
      subtitle={t('payment_exception.subtitle')}
      open={(row) => paths.exception.view(row.id)}
      searchHint={t('payment_exception.search_hint')}
      empty={{ title: t('payment_exception.empty'), hint: t('payment_exception.empty_hint') }}
      cells={{
        raised_at: (row) => raisedAt(row, list.today, { t, locale }),
        state: ({ state }) => <ExceptionBadge state={state} />,
      }}
    />
  )
}
