import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { Refusal } from '#app/domain/core/refusal.ts'
import {
  platformInvoice,
  platformPaper,
} from '#app/domain/platform/platform-invoices/find-platform-invoices.ts'
import { paths } from '#app/paths.ts'
import { PlatformInvoiceDocument } from '#app/print/platform/PlatformInvoiceDocument.tsx'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { PaperTools } from '#app/ui/core/page/PaperTools.tsx'

/** An invoice of the platform as the sheet it is on paper, for who may take lists away. */
export const handle = { access: 'operator', title: 'platform_invoice.one', look: 'paper' } satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  if (!context.operatorCan('admin.subscription.print')) throw new Refusal('action_not_allowed')
  const db = await context.read()
  const { id, debtor } = await platformInvoice(db, idOf(params, 'not_found.invoice'))
  return platformPaper(db, id, debtor)
}

export default function PrintPlatformInvoice() {
  const paper = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  return (
    <>
      <PaperTools
        back={{ label: t('platform_invoice.back'), href: paths.admin.platformInvoice.view(paper.invoice.id) }}
      />
      <PlatformInvoiceDocument {...paper} />
    </>
  )
}
