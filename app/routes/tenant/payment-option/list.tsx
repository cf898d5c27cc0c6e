import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { paymentOptionList } from '#app/domain/catalogue/payment-options/payment-options.ts'
import { paths } from '#app/paths.ts'
import { onlyList } from '#app/server/lists/list-page.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { ListPage } from '#app/ui/core/page/ListPage.tsx'

export const handle = { access: 'payment_option.view', title: 'payment_option.plural' } satisfies Handle

export const loader = onlyList(paymentOptionList)

export default function PaymentOptions() {
  const { t } = useTranslation()
  return (
    <ListPage
      {...useLoaderData<typeof loader>()}
      open={(row) => paths.payment_option.view(row.id)}
      add={{ label: t('payment_option.new'), href: paths.payment_option.new() }}
      empty={{ title: t('payment_option.empty'), hint: t('payment_option.empty_hint') }}
    />
  )
}
