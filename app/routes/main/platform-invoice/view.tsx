import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { formatDate } from '#app/domain/core/dates.ts'
import {
  platformInvoice,
  platformPaper,
} from '#app/domain/platform/platform-invoices/find-platform-invoices.ts'
import { paths } from '#app/paths.ts'
import { PlatformLines } from '#app/print/platform/PlatformInvoiceDocument.tsx'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { StatusBadge } from '#app/ui/core/feedback/StatusBadge.tsx'
import { LinkButton } from '#app/ui/core/form/Button.tsx'
import { Facts } from '#app/ui/core/page/Facts.tsx'
import { ViewPage } from '#app/ui/core/page/ViewPage.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'

/** One invoice of the platform. */
export const handle = { access: 'admin.subscription.view', title: 'platform_invoice.one' } satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const db = await context.read()
  const row = await platformInvoice(db, idOf(params, 'not_found.invoice'))
  const { lines, invoice } = await platformPaper(db, row.id)
  const { operatorCan } = context
  return {
    ...{ row, lines, invoice },
    may: { edit: operatorCan('admin.subscription.edit'), print: operatorCan('admin.subscription.print') },
  }
}

export default function ViewPlatformInvoice() {
  const { row, lines, invoice, may } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const { locale } = usePage()
  const to = paths.admin.platformInvoice
  const open = row.status === 'unpaid' || row.status === 'pending'
  return (
    <ViewPage
      title={row.number}
      subtitle={row.debtor}
      back={{ label: t('platform_invoice.plural'), href: to.list() }}
      status={<StatusBadge status={row.status} />}
      actions={
        <>
          {may.edit && open && (
            <LinkButton href={to.paid(row.id)} look="primary">
              {t('platform_invoice.record')}
            </LinkButton>
          )}
          {may.print && (
            <>
              <LinkButton href={to.paper(row.id)}>{t('platform_invoice.print')}</LinkButton>
              <LinkButton href={to.download(row.id)}>{t('platform_invoice.download')}</LinkButton>
            </>
          )}
          {may.edit && row.status === 'unpaid' && row.kind !== 'registration' && (
            <LinkButton href={to.cancel(row.id)} look="danger">
              {t('platform_invoice.cancel')}
            </LinkButton>
          )}
        </>
      }
    >
      <Facts
        items={[
          {
            label: t('platform_invoice.debtor'),
            value: row.subscription_id ? (
              <a href={paths.admin.subscription.view(row.subscription_id)}>{row.debtor}</a>
            ) : (
              row.debtor
            ),
          },
          { label: t('platform_invoice.kind'), value: t(`platform_invoice.kinds.${row.kind}`) },
          { label: t('platform_invoice.issued_on'), value: formatDate(row.issued_on, locale) },
          { label: t('platform_invoice.due_on'), value: formatDate(row.due_on, locale) },
          row.paid_on !== null && {
            label: t('platform_invoice.paid_on'),
            value: formatDate(row.paid_on, locale),
          },
          row.method !== null &&
            row.paid_on !== null && {
              label: t('platform_invoice.method'),
              value: t(`platform_invoice.methods.${row.method as 'fpx'}`),
            },
          row.bank_name !== null && { label: t('platform_invoice.bank_name'), value: row.bank_name },
          row.reference !== null && {
            label: t(`platform_invoice.${row.method === 'fpx' ? 'fpx_id' : 'reference'}`),
            value: row.reference,
          },
          row.cancelled_reason !== null && {
            label: t('platform_invoice.cancelled_reason'),
            value: row.cancelled_reason,
            wide: true as const,
          },
        ]}
      />
      <PlatformLines invoice={invoice} lines={lines} />
    </ViewPage>
  )
}
