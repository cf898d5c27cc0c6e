import { useTranslation } from 'react-i18next'
import { formatDate } from '#app/domain/core/dates.ts'
import { columnsOf } from '#app/domain/core/lists/columns.ts'
import { formatPercent } from '#app/domain/core/money.ts'
import type { PlatformPaper } from '#app/domain/platform/platform-invoices/find-platform-invoices.ts'
import type { Locale } from '#app/i18n/locales.ts'
import { StatusBadge } from '#app/ui/core/feedback/StatusBadge.tsx'
import { Amount } from '#app/ui/core/page/Amount.tsx'
import { Sums } from '#app/ui/core/page/Facts.tsx'
import { Table } from '#app/ui/core/table/Table.tsx'
import { Brief, PaperHeading } from '../head/PaperHeading.tsx'

/** An invoice of the platform on A4, the same on the screen and in the PDF. */
export function PlatformInvoiceDocument({ invoice, lines, issuer }: PlatformPaper) {
  const { t, i18n } = useTranslation()
  const locale = i18n.language as Locale
  const open = invoice.status === 'unpaid' || invoice.status === 'pending'
  return (
    <main className="paper">
      <PaperHeading
        organisation={letterheadOf(issuer)}
        logo={null}
        title={t('invoice.one')}
        number={invoice.number}
      >
        <Brief label={t('platform_invoice.issued_on')} value={formatDate(invoice.issued_on, locale)} />
        <Brief label={t('platform_invoice.due_on')} value={formatDate(invoice.due_on, locale)} />
      </PaperHeading>
      <div className="parties">
        <section>
          <h2>{t('platform_invoice.to_label')}</h2>
          <p>{invoice.debtor}</p>
          {invoice.company_name && invoice.company_name !== invoice.debtor && <p>{invoice.company_name}</p>}
        </section>
      </div>
      <div className="due">
        <Amount
          sen={invoice.total_sen}
          label={t('platform_invoice.total_sen')}
          settled={invoice.status === 'paid'}
        />
        <p>
          <StatusBadge status={invoice.status} />
        </p>
        <PaidBy invoice={invoice} />
      </div>
      <PlatformLines invoice={invoice} lines={lines} />
      {open && issuer.transfer && (
        <div>
          <p>{t('platform_invoice.transfer', { number: invoice.number })}</p>
          {linesOf(issuer.transfer).map((line) => (
            <p key={line}>{line}</p>
          ))}
        </div>
      )}
      <footer>
        <span>{t('invoice.paper.computer')}</span>
        <span>{issuer.name}</span>
      </footer>
    </main>
  )
}

/** How it was paid: of FPX its bank and number, by which the money is found. */
function PaidBy({ invoice }: Pick<PlatformPaper, 'invoice'>) {
  const { t, i18n } = useTranslation()
  const { paid_on, method, bank_name, reference } = invoice
  if (paid_on === null) return null
  const how = [
    t('platform_invoice.paid_mark', { date: formatDate(paid_on, i18n.language as Locale) }),
    method && t(`platform_invoice.methods.${method as 'fpx'}`),
    bank_name,
    reference,
  ]
  return <p>{how.filter(Boolean).join(' · ')}</p>
}

/** What is billed, and its tax where there is one. */
export function PlatformLines({ invoice, lines }: Pick<PlatformPaper, 'invoice' | 'lines'>) {
  const { t } = useTranslation()
  const columns = columnsOf<PlatformPaper['lines'][number]>()(
    { key: 'description', label: 'platform_invoice.description' },
    { key: 'quantity', label: 'platform_invoice.quantity', kind: 'count' },
    { key: 'price_sen', label: 'platform_invoice.price', kind: 'money' },
    { key: 'amount_sen', label: 'platform_invoice.amount', kind: 'money' },
  )
  const taxed =
    invoice.tax_sen > 0
      ? [
          { label: t('platform_invoice.sub_total_sen'), sen: invoice.sub_total_sen },
          {
            label: t('platform_invoice.tax_line', { rate: formatPercent(invoice.tax_rate_bp) }),
            sen: invoice.tax_sen,
          },
        ]
      : []
  return (
    <>
      <Table
        caption={t('platform_invoice.lines')}
        columns={columns}
        rows={lines}
        rowKey={({ position }) => String(position)}
      />
      <Sums items={taxed} total={{ label: t('platform_invoice.total_sen'), sen: invoice.total_sen }} />
    </>
  )
}

function letterheadOf(issuer: PlatformPaper['issuer']) {
  const { name, registration_number, sst_number, address, contact_phone, contact_email } = issuer
  return {
    name,
    ...(registration_number && { registration_number }),
    sst_number,
    tax_registered: sst_number !== null,
    address_line1: address ? linesOf(address).join(', ') : null,
    address_line2: null,
    address_line3: null,
    postcode: null,
    city: null,
    ...(contact_phone && { contact_phone }),
    ...(contact_email && { contact_email }),
  }
}

const linesOf = (text: string) => [...new Set(text.split('\n').filter(Boolean))]
