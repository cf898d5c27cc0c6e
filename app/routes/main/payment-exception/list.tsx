import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { allExceptionList } from '#app/domain/gateways/payment-exceptions/find-exceptions.ts'
import { paths } from '#app/paths.ts'
import { onlyList } from '#app/server/lists/list-page.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { ListPage } from '#app/ui/core/page/ListPage.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'
import { ExceptionBadge } from '#app/ui/gateways/payment-exception/ExceptionBadge.tsx'
import { raisedAt } from '#app/ui/gateways/payment-exception/raised-at.ts'

/** Those of all organisations, and the messages of nobody, which only an operator can settle. */
export const handle = {
  access: 'admin.payment_exception.view',
  title: 'payment_exception.plural',
} satisfies Handle

export const loader = onlyList(allExceptionList)

export default function Exceptions() {
  const list = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const { locale } = usePage()
  return (
    <ListPage
      {...list}
      subtitle={t('payment_exception.subtitle')}
      open={(row) => paths.admin.exception.view(row.id)}
      searchHint={t('payment_exception.search_hint')}
      empty={{ title: t('payment_exception.empty'), hint: t('payment_exception.empty_hint') }}
      cells={{
        raised_at: (row) => raisedAt(row, list.today, { t, locale }),
        state: ({ state }) => <ExceptionBadge state={state} />,
      }}
    />
  )
}
