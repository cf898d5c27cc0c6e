import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { creditRefundList } from '#app/domain/payments/credit-refunds/find-credit-refunds.ts'
import { paths } from '#app/paths.ts'
import { listPage } from '#app/server/lists/list-page.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { ListPage } from '#app/ui/core/page/ListPage.tsx'

/** Credit that went back to families, and what waits to be decided or paid. */
export const handle = { access: 'credit_refund.view', title: 'credit_refund.plural' } satisfies Handle

export const loader = async (args: LoaderFunctionArgs) => ({
  ...(await listPage(args, creditRefundList)),
  asks: args.context.can('credit_refund.request'),
})

export default function CreditRefunds() {
  const { asks, ...list } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  return (
    <ListPage
      {...list}
      subtitle={t(asks ? 'credit_refund.subtitle' : 'credit_refund.own_subtitle')}
      open={({ id }) => paths.credit_refund.view(id)}
      searchHint={t('credit_refund.search_hint')}
      empty={{
        title: t('credit_refund.empty'),
        hint: t(asks ? 'credit_refund.empty_hint' : 'credit_refund.own_empty_hint'),
      }}
    />
  )
}
