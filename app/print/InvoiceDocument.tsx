import { useTranslation } from 'react-i18next'
import type { InvoiceDocumentData } from '#app/domain/billing/invoices/invoice-document.ts'
import { instructionsIn } from '#app/domain/catalogue/payment-options/payment-option.ts'
import { addressLines } from '#app/domain/core/contact/address.ts'
import { formatDate } from '#app/domain/core/dates.ts'
import { undatedStatus } from '#app/domain/core/invoicing/invoice.ts'
import { linesIn } from '#app/domain/core/invoicing/line-text.ts'
import { plainQuantity } from '#app/domain/core/invoicing/totals.ts'
import { columnsOf } from '#app/domain/core/lists/columns.ts'
import { formatPercent, formatRinggit } from '#app/domain/core/money.ts'
import type { Locale } from '#app/i18n/locales.ts'
import { sponsoredSums, totalLabel } from '#app/ui/billing/invoice/InvoiceLines.tsx'
import { InvoiceSums } from '#app/ui/billing/invoice/InvoiceSums.tsx'
import { StatusBadge } from '#app/ui/core/feedback/StatusBadge.tsx'
import { Amount } from '#app/ui/core/page/Amount.tsx'
import { Table } from '#app/ui/core/table/Table.tsx'
import { unbroken } from '#app/ui/core/text/unbroken.tsx'
import { EInvoiceMarks } from './EInvoiceMarks.tsx'
import type { EInvoicesOnPaper } from './einvoice.ts'
import { Brief, PaperHeading } from './head/PaperHeading.tsx'
import { QrCode } from './qr/QrCode.tsx'
import type { QrImage } from './qr/qr-code.ts'
import type { SignedOnline } from './signed-online.ts'

export interface InvoiceDocumentProps {
  data: InvoiceDocumentData
  /** Where the invoice can be seen and paid, with its QR code; a draft cannot. */
  online: SignedOnline | null
  /** The organisation's logo as an address that the renderer can reach; null for none. */
  logo: string | null
  /** The organisation's own DuitNow QR, as its bank has issued it; null for none. */
  duitnow: { name: string; image: QrImage } | null
  /** What the tax portal has of it; null where there is nothing to say. */
  einvoices: EInvoicesOnPaper | null
}

interface LineRow {
  description: string
  quantity: string
  price_sen: number
  discount_sen: number
  amount_sen: number
}

/**
 * An invoice on A4, the same on the screen and in the PDF. It never says "overdue": the sheet outlives the day it was
 * printed on, and its due date says enough.
 */
export function InvoiceDocument({ data, online, logo, duitnow, einvoices }: InvoiceDocumentProps) {
  const { organisation, invoice, items, words } = data
  const { t, i18n } = useTranslation()
  const locale = i18n.language as Locale
  const transfer = data.transfers.map((one) => instructionsIn(one, locale)).join('\n\n')
  const isOpen = invoice.balance_sen > 0
  return (
    <main className="paper">
      <PaperHeading
        organisation={organisation}
        logo={logo}
        title={t('invoice.one')}
        number={invoice.number ?? t('common.status.draft')}
      >
        {invoice.issued_on && (
          <Brief label={t('invoice.issued_on')} value={formatDate(invoice.issued_on, locale)} />
        )}
        <Brief label={t('invoice.due_on')} value={formatDate(invoice.due_on, locale)} />
        <Brief label={t('invoice.family_code')} value={invoice.family_code} />
      </PaperHeading>
      {einvoices?.position === 'top' && <EInvoiceMarks of={einvoices} />}
      <div className="parties">
        <section>
          <h2>{t('invoice.paper.to')}</h2>
          <p>{invoice.payer}</p>
          {addressLines(invoice).map((line) => (
            <p key={line}>{line}</p>
          ))}
        </section>
        <section>
          <h2>{t('invoice.paper.for')}</h2>
          <p>{invoice.student}</p>
          <p>{[invoice.student_no, invoice.branch].filter(Boolean).join(' · ')}</p>
        </section>
      </div>
      <div className="due">
        {isOpen ? (
          <Amount sen={invoice.balance_sen} label={t('invoice.paper.to_pay')} />
        ) : (
          <Amount
            sen={invoice.total_sen}
            label={t('invoice.total_sen')}
            settled={invoice.status === 'paid'}
          />
        )}
        <p>
          <StatusBadge status={undatedStatus(invoice)} />
        </p>
      </div>
      <Lines items={linesIn(items, locale)} caption={t('invoice.items')} />
      <PaperSums data={data} />
      {invoice.remark && (
        <div>
          <Paragraphs of={invoice.remark} />
        </div>
      )}
      {online && (
        <div className="pay">
          <QrCode image={online.qr} label={t('invoice.paper.qr')} />
          <div>
            <p>
              <strong>{t(isOpen ? 'invoice.paper.pay_online' : 'invoice.paper.online')}</strong>
            </p>
            <p>{t(isOpen ? 'invoice.paper.pay_hint' : 'invoice.paper.online_hint')}</p>
            <p>
              <a href={online.url}>{online.url.replace(/^https?:\/\//, '')}</a>
            </p>
            <p>
              {t('verify.genuine_question')} {unbroken(t('verify.paper', online.check))}
            </p>
            {isOpen && transfer && <Transfer words={transfer} code={invoice.family_code} />}
          </div>
        </div>
      )}
      {online && isOpen && duitnow && (
        <div className="pay">
          <QrCode image={duitnow.image} label={t('duitnow.qr_of', { name: duitnow.name })} />
          <p>{t('invoice.paper.duitnow', { name: duitnow.name, code: invoice.family_code })}</p>
        </div>
      )}
      {einvoices?.position === 'bottom' && <EInvoiceMarks of={einvoices} />}
      {words.terms && (
        <div>
          <h2>{t('invoice.paper.terms')}</h2>
          <Paragraphs of={words.terms} />
        </div>
      )}
      {words.footer && (
        <div>
          <Paragraphs of={words.footer} />
        </div>
      )}
      <footer>
        <span>{t('invoice.paper.computer')}</span>
        <span>{organisation.name}</span>
      </footer>
    </main>
  )
}

/** Lines that somebody typed. */
function Paragraphs({ of }: { of: string }) {
  return [...new Set(of.split('\n').filter(Boolean))].map((line) => <p key={line}>{line}</p>)
}

/** Where a bank transfer goes, and what to write on it. */
function Transfer({ words, code }: { words: string; code: string }) {
  const { t } = useTranslation()
  return (
    <>
      <p>{t('invoice.paper.transfer', { code })}</p>
      <Paragraphs of={words} />
    </>
  )
}

/** The lines; a column of discounts only where there is one. */
function Lines({ items, caption }: { items: InvoiceDocumentData['items']; caption: string }) {
  const discounted = items.some(({ discount_sen }) => discount_sen > 0)
  const rows = items.map((item) => ({ ...item, quantity: plainQuantity(item.quantity_hundredths) }))
  const [description, quantity, price, discount, amount] = columnsOf<LineRow>()(
    { key: 'description', label: 'invoice.description' },
    { key: 'quantity', label: 'invoice.quantity', kind: 'count' },
    { key: 'price_sen', label: 'invoice.price', kind: 'money' },
    { key: 'discount_sen', label: 'invoice.discount', kind: 'money' },
    { key: 'amount_sen', label: 'invoice.amount', kind: 'money' },
  )
  return (
    <Table
      caption={caption}
      columns={
        discounted ? [description, quantity, price, discount, amount] : [description, quantity, price, amount]
      }
      rows={rows}
      rowKey={(row) => String(row.position)}
      cells={{
        description: (row) => (
          <>
            {row.description}
            {row.taxable && row.tax_sen > 0 ? ' *' : null}
            {row.discount_reason && <small className="quiet"> · {row.discount_reason}</small>}
          </>
        ),
        discount_sen: (row) => (row.discount_sen > 0 ? formatRinggit(-row.discount_sen) : ''),
      }}
    />
  )
}

/** Sponsors and tax, and from the total to the balance. */
export function PaperSums({
  data: { invoice, sums, sponsors },
}: {
  data: Pick<InvoiceDocumentData, 'invoice' | 'sums' | 'sponsors'>
}) {
  const { t } = useTranslation()
  const taxed =
    invoice.tax_total_sen > 0
      ? [
          { label: t('invoice.sub_total_sen'), sen: invoice.sub_total_sen },
          {
            label: t('invoice.paper.tax', { rate: formatPercent(invoice.tax_rate_bp) }),
            sen: invoice.tax_total_sen,
          },
        ]
      : []
  return (
    <InvoiceSums
      sums={sums}
      above={[...sponsoredSums(invoice.sub_total_sen, sponsors, t), ...taxed]}
      label={totalLabel(sponsors, t)}
    />
  )
}
