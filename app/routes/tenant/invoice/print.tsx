import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { invoiceHead } from '#app/domain/billing/invoices/find-invoices.ts'
import { signerOf } from '#app/domain/core/signatures/signing-keys.ts'
import { paths } from '#app/paths.ts'
import { InvoiceDocument } from '#app/print/InvoiceDocument.tsx'
import { invoiceDocument } from '#app/print/invoice.ts'
import { lastingOrigin } from '#app/server/api/tenant.ts'
import { portalOf } from '#app/server/einvoices/portal.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { PaperTools } from '#app/ui/core/page/PaperTools.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'

/** The invoice as the sheet it is on paper, to look at or to print from the browser. */
export const handle = { access: 'invoice.print', title: 'invoice.one', look: 'paper' } satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const db = await context.read()
  const { id, status } = await invoiceHead(
    db,
    context.scope('invoice.print'),
    idOf(params, 'not_found.invoice'),
  )
  const { ring } = context.services
  const look = { origin: lastingOrigin(context), logo: null, signer: signerOf(ring), portalOf }
  const sheet = await invoiceDocument(db, id, look)
  return { id, status, sheet }
}

export default function PrintInvoice() {
  const { id, status, sheet } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const { organisation } = usePage()
  return (
    <>
      <PaperTools back={{ label: t('invoice.paper.back'), href: paths.invoice.view(id) }}>
        {status !== 'draft' && <a href={paths.invoice.download(id)}>{t('invoice.download')}</a>}
      </PaperTools>
      <InvoiceDocument {...sheet} logo={organisation.logo} />
    </>
  )
}
