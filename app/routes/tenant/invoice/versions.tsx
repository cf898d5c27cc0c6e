import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { invoiceVersions } from '#app/domain/billing/invoices/invoice-versions.ts'
import { paths } from '#app/paths.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { InvoiceChange } from '#app/ui/billing/invoice/InvoiceChange.tsx'
import { ViewPage } from '#app/ui/core/page/ViewPage.tsx'

/** What an invoice said before each change after its issue, beside what it said then. */
export const handle = { access: 'invoice.view', title: 'invoice.versions.title' } satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const id = idOf(params, 'not_found.invoice')
  const { head, changes } = await invoiceVersions(await context.read(), context.scope('invoice.view'), id)
  const { number, student, student_no } = head
  return { row: { id, number, student, student_no }, changes }
}

export default function InvoiceVersions() {
  const { row, changes } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  return (
    <ViewPage
      title={t('invoice.versions.title')}
      subtitle={`${row.number ?? t('invoice.draft_title')} · ${row.student} · ${row.student_no}`}
      back={{ label: row.number ?? t('invoice.draft_title'), href: paths.invoice.view(row.id) }}
    >
      {changes.length === 0 && <p className="quiet">{t('invoice.versions.none')}</p>}
      {changes.map((change) => (
        <InvoiceChange key={change.version} change={change} />
      ))}
    </ViewPage>
  )
}
