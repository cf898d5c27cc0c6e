import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { platformInvoiceList } from '#app/domain/platform/platform-invoices/find-platform-invoices.ts'
import { paths } from '#app/paths.ts'
import { listLoader } from '#app/server/lists/list-page.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { ListPage } from '#app/ui/core/page/ListPage.tsx'

/** What the platform bills. */
export const handle = { access: 'admin.subscription.view', title: 'platform_invoice.plural' } satisfies Handle

export const loader = listLoader(platformInvoiceList)

export default function PlatformInvoices() {
  const { t } = useTranslation()
  return (
    <ListPage
      {...useLoaderData<typeof loader>()}
      subtitle={t('platform_invoice.subtitle')}
      open={({ id }) => paths.admin.platformInvoice.view(id)}
      searchHint={t('platform_invoice.search_hint')}
      empty={{ title: t('platform_invoice.none'), hint: t('platform_invoice.empty_hint') }}
    />
  )
}
