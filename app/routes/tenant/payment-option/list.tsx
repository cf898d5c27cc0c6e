import { useLoaderData } from '@remix-run/react'
import { paymentOptionList } from '#app/domain/catalogue/payment-options/payment-options.ts'
import { listLoader } from '#app/server/lists/list-page.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { ResourceListPage } from '#app/ui/core/crud/ResourceListPage.tsx'

export const handle = { access: 'payment_option.view', title: 'payment_option.plural' } satisfies Handle

export const loader = listLoader(paymentOptionList)

export default function PaymentOptions() {
  return <ResourceListPage noun="payment_option" {...useLoaderData<typeof loader>()} />
}
