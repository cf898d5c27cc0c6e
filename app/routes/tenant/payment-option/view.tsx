import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import {
  gatewayLimits,
  namesAccount,
  paymentOptionFacts,
} from '#app/domain/catalogue/payment-options/payment-option.ts'
import { paymentOption, paymentOptions } from '#app/domain/catalogue/payment-options/payment-options.ts'
import { formatInstant } from '#app/domain/core/dates.ts'
import { openRow } from '#app/server/forms/resource-actions.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { ResourceViewPage } from '#app/ui/core/crud/ResourceViewPage.tsx'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'
import { Facts } from '#app/ui/core/page/Facts.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'

export const handle = { access: 'payment_option.view', title: 'payment_option.one' } satisfies Handle

export const loader = (args: LoaderFunctionArgs) => openRow(args, paymentOptions, paymentOption)

export default function ViewPaymentOption() {
  const { row, may } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const { locale } = usePage()
  const removable = gatewayLimits(row.method) === null
  return (
    <ResourceViewPage noun="payment_option" row={row} may={{ ...may, remove: may.remove && removable }}>
      {row.method === 'bank_transfer' && !namesAccount(row) && (
        <Notice tone="warning">{t('payment_option.no_account')}</Notice>
      )}
      <Facts
        items={[
          ...paymentOptionFacts(row, t),
          { label: t('payment_option.updated_at'), value: formatInstant(row.updated_at, locale) },
        ]}
      />
    </ResourceViewPage>
  )
}
