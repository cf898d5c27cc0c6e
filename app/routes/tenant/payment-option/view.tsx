import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { paymentOption } from '#app/domain/catalogue/payment-options/find-payment-options.ts'
import { gatewayLimits, paymentOptionFacts } from '#app/domain/catalogue/payment-options/payment-option.ts'
import { formatInstant } from '#app/domain/core/dates.ts'
import { openRow } from '#app/server/forms/kept-noun.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { KeptViewPage } from '#app/ui/core/crud/KeptViewPage.tsx'
import { Facts } from '#app/ui/core/page/Facts.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'

export const handle = { access: 'payment_option.view', title: 'payment_option.one' } satisfies Handle

export const loader = (args: LoaderFunctionArgs) => openRow(args, 'payment_option', paymentOption)

export default function ViewPaymentOption() {
  const { row, may } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const { locale } = usePage()
  const removable = gatewayLimits(row.method) === null
  return (
    <KeptViewPage noun="payment_option" row={row} may={{ ...may, remove: may.remove && removable }}>
      <Facts
        items={[
          ...paymentOptionFacts(row, t),
          { label: t('payment_option.updated_at'), value: formatInstant(row.updated_at, locale) },
        ]}
      />
    </KeptViewPage>
  )
}
