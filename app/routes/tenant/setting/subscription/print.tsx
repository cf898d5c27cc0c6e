import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { platformPaper } from '#app/domain/platform/platform-invoices/find-platform-invoices.ts'
import { paths } from '#app/paths.ts'
import { PlatformInvoiceDocument } from '#app/print/platform/PlatformInvoiceDocument.tsx'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { PaperTools } from '#app/ui/core/page/PaperTools.tsx'

/** An invoice of the platform as the sheet it is on paper. */
export const handle = {
  access: 'subscription.print',
  title: 'platform_invoice.one',
  look: 'paper',
} satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  return platformPaper(await context.read(), idOf(params, 'not_found.invoice'))
}

export default function PrintPlatformInvoice() {
  const paper = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  return (
    <>
      <PaperTools back={{ label: t('platform_invoice.back_own'), href: paths.setting.subscription() }}>
        <a href={paths.setting.subscriptionFile(paper.invoice.id)}>{t('platform_invoice.download')}</a>
      </PaperTools>
      <PlatformInvoiceDocument {...paper} />
    </>
  )
}
