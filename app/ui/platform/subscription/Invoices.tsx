import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDate } from '#app/domain/core/dates.ts'
import { columnsOf } from '#app/domain/core/lists/columns.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import { movesSubscription } from '#app/domain/platform/subscriptions/subscription.ts'
import { paths } from '#app/paths.ts'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'
import { ConfirmButton, LinkButton } from '#app/ui/core/form/Button.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'
import { Table } from '#app/ui/core/table/Table.tsx'

interface InvoiceRow {
  id: string
  number: string
  kind: string
  issued_on: string
  due_on: string
  total_sen: number
  status: string
}

const columns = columnsOf<InvoiceRow>()(
  { key: 'number', label: 'platform_invoice.number', kind: 'number' },
  { key: 'kind', label: 'platform_invoice.kind', words: 'platform_invoice.kinds' },
  { key: 'issued_on', label: 'platform_invoice.issued_on', kind: 'date' },
  { key: 'total_sen', label: 'platform_invoice.total_sen', kind: 'money' },
  { key: 'status', label: 'platform_invoice.status', kind: 'status' },
)

interface InvoiceTableProps {
  rows: readonly InvoiceRow[]
  open?: ((row: InvoiceRow) => string) | undefined
  actions?: ((row: InvoiceRow) => ReactNode) | undefined
}

/** The platform's invoices to an organisation. */
export function InvoiceTable({ rows, open, actions }: InvoiceTableProps) {
  const { t } = useTranslation()
  if (rows.length === 0) return <p className="quiet">{t('subscription.own.no_invoices')}</p>
  return (
    <Table
      caption={t('subscription.own.invoices')}
      columns={columns}
      rows={rows}
      open={open}
      actions={actions}
    />
  )
}

interface OpenInvoiceProps {
  invoice: {
    id: string
    number: string
    kind: string
    status: string
    total_sen: number
    due_on: string
    version: number
  }
  /** Transfer instructions, line by line; null if not set. */
  transfer: string | null
  /** Link to pay online on the platform's host; null if not available. */
  pay: string | null
  may: { renew: boolean; print: boolean }
}

/** An unpaid platform invoice and how to pay it. */
export function OpenInvoice({ invoice, transfer, pay, may }: OpenInvoiceProps) {
  const { t } = useTranslation()
  const { locale } = usePage()
  const { id, number, status, total_sen, due_on } = invoice
  const values = { number, amount: formatRinggit(total_sen), date: formatDate(due_on, locale) }
  const choosable = invoice.kind === 'renewal' || invoice.kind === 'upgrade'
  return (
    <Notice tone="info" title={t('subscription.own.open', { number })}>
      {status === 'pending' ? (
        <p>{t('subscription.own.open_pending')}</p>
      ) : (
        <>
          <p>
            {t(
              movesSubscription(invoice) ? 'subscription.own.open_text' : 'subscription.own.open_fee',
              values,
            )}
          </p>
          {transfer === null && <p>{t('subscription.own.no_transfer')}</p>}
          {[...new Set(transfer?.split('\n'))].map((line) => (
            <p key={line}>{line}</p>
          ))}
        </>
      )}
      <div className="actions">
        {pay !== null && may.renew && (
          <LinkButton href={pay} look="primary">
            {t(status === 'pending' ? 'billing.see_payment' : 'billing.pay')}
          </LinkButton>
        )}
        {may.print && (
          <LinkButton href={paths.setting.subscriptionInvoice(id)}>{t('platform_invoice.print')}</LinkButton>
        )}
        {may.renew && choosable && status === 'unpaid' && (
          <ConfirmButton
            label={t('subscription.own.let_go')}
            text={t('subscription.own.let_go_question', { number })}
            action={paths.setting.subscriptionLetGo(id)}
            confirm={t('subscription.own.let_go')}
            fields={{ version: String(invoice.version) }}
          />
        )}
      </div>
    </Notice>
  )
}
