import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { formatDate, formatInstant } from '#app/domain/core/dates.ts'
import type { ReceiptSize } from '#app/domain/core/documents/document.ts'
import { type BriefLine, linesInBrief, linesListed } from '#app/domain/core/invoicing/paid-lines.ts'
import { invoiceTitle } from '#app/domain/core/invoicing/title.ts'
import { columnsOf } from '#app/domain/core/lists/columns.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import type { GiverIdentityType } from '#app/domain/giving/donations/giver-identity.ts'
import type { ReceiptDocumentData } from '#app/domain/payments/payments/receipt.ts'
import type { Locale } from '#app/i18n/locales.ts'
import { StatusBadge } from '#app/ui/core/feedback/StatusBadge.tsx'
import { Amount } from '#app/ui/core/page/Amount.tsx'
import { Sums } from '#app/ui/core/page/Facts.tsx'
import { Table } from '#app/ui/core/table/Table.tsx'
import { unbroken } from '#app/ui/core/text/unbroken.tsx'
import { EInvoiceMarks } from './EInvoiceMarks.tsx'
import type { EInvoicesOnPaper } from './einvoice.ts'
import { Brief, PaperHeading } from './head/PaperHeading.tsx'
import { QrCode } from './qr/QrCode.tsx'
import type { SignedOnline } from './signed-online.ts'

export interface ReceiptDocumentProps {
  data: ReceiptDocumentData
  /** By which number the tax authority knows who gave; null where no deduction is promised. */
  giver: { type: GiverIdentityType; number: string } | null
  /** Where the receipt is checked, with its QR code. */
  online: SignedOnline
  /** What the tax portal has of the invoices that it pays; null where there is nothing to say. */
  einvoices: EInvoicesOnPaper | null
  /** A4 unless told. */
  size?: ReceiptSize
  /** The organisation's logo as an address that the renderer can reach; null for none. */
  logo: string | null
}

const columns = columnsOf<PaidInvoice>()(
  { key: 'title', label: 'payment.invoice' },
  { key: 'before_sen', label: 'payment.paper.balance_before', kind: 'money' },
  { key: 'amount_sen', label: 'payment.allocated', kind: 'money' },
  { key: 'balance_sen', label: 'payment.paper.balance_left', kind: 'money' },
)

/** What a payment did for one invoice, in the reader's words. */
interface PaidInvoice {
  invoice_id: string
  number: string | null
  title: string
  student: string
  lines: BriefLine[]
  amount_sen: number
  before_sen: number
  balance_sen: number
}

/**
 * A receipt: the amount, from whom, how, and what it paid; all that a bank or PayNet asks for is on it. It says
 * what it said when it was issued; whether it still holds is said by the page that its QR code leads to.
 */
export function ReceiptDocument({ data, giver, online, einvoices, logo, size = 'a4' }: ReceiptDocumentProps) {
  const { organisation, payment, credit_sen, gift } = data
  const { t, i18n } = useTranslation()
  const locale = i18n.language as Locale
  const allocations = paidInvoices(data.allocations, { t, locale })
  return (
    <main className="paper">
      <PaperHeading
        organisation={organisation}
        logo={logo}
        title={t(gift ? `donation.paper.${gift.kind}` : 'payment.paper.title')}
        number={payment.number}
      >
        <Brief label={t('payment.paid_on')} value={formatDate(payment.paid_on, locale)} />
        <Brief label={t('payment.method')} value={t(`payment.methods.${payment.method}`)} />
        <Brief label={t('payment.branch')} value={payment.branch} />
      </PaperHeading>
      {einvoices?.position === 'top' && <EInvoiceMarks of={einvoices} named={allocations.length > 1} />}
      <div className="parties">
        <section>
          <h2>{t('payment.paper.from')}</h2>
          <p>{payment.payer_name}</p>
          {giver && (
            <p>
              {t(`donation.identity_types.${giver.type}`)} {giver.number}
            </p>
          )}
          {payment.family_code && (
            <p>
              {t('invoice.family_code')} {payment.family_code}
            </p>
          )}
        </section>
        <section>
          <h2>{t('payment.paper.for')}</h2>
          {gift && <p>{gift.type}</p>}
          {[...new Set(allocations.map(({ student }) => student))].filter(Boolean).map((student) => (
            <p key={student}>{student}</p>
          ))}
        </section>
      </div>
      <div className="due">
        <Amount sen={payment.amount_sen} label={t('payment.paper.received')} settled />
        <p>
          <StatusBadge status="paid" />
        </p>
      </div>
      {allocations.length > 0 && size === '80mm' && <Rolled allocations={allocations} />}
      {allocations.length > 0 && size !== '80mm' && (
        <Table
          caption={t('payment.paper.invoices')}
          columns={columns}
          rows={allocations}
          rowKey={(row) => row.invoice_id}
          cells={{ title: (row) => <PaidFor invoice={row} /> }}
        />
      )}
      <ReceiptSums payment={payment} allocations={allocations} credit_sen={credit_sen} gift={gift} />
      {gift && <GiftWords gift={gift} />}
      {payment.second_debit_of && <p>{t('payment.paper.second', { order_no: payment.gateway_order_no })}</p>}
      <HowPaid payment={payment} locale={locale} />
      {payment.remark && <p>{payment.remark}</p>}
      {einvoices?.position === 'bottom' && <EInvoiceMarks of={einvoices} named={allocations.length > 1} />}
      <div className="pay">
        <QrCode image={online.qr} label={t('payment.paper.qr')} />
        <div>
          <p>
            <strong>{t('payment.paper.verify')}</strong>
          </p>
          <p>{t('payment.paper.verify_hint')}</p>
          <p>{unbroken(t('verify.paper', online.check))}</p>
        </div>
      </div>
      <footer>
        <span>{t('payment.paper.computer')}</span>
        <span>{organisation.name}</span>
      </footer>
    </main>
  )
}

function paidInvoices(
  allocations: ReceiptDocumentData['allocations'],
  reading: { t: TFunction; locale: Locale },
): PaidInvoice[] {
  const most = linesListed(allocations.length)
  return allocations.map(({ title, lines, ...row }) => ({
    ...row,
    title: invoiceTitle(title, reading),
    student: title.student ?? '',
    lines: linesInBrief(lines, most, reading),
  }))
}

/** An invoice by its title, with its number and what it billed. */
function PaidFor({ invoice: { title, number, lines } }: { invoice: PaidInvoice }) {
  return (
    <>
      <strong>{title}</strong>
      <br />
      <small className="quiet">{number}</small>
      {lines.map(({ label, sen }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines of an invoice have their order and no other
        <p className="quiet small" key={index}>
          {label} · <span className="number">{formatRinggit(sen)}</span>
        </p>
      ))}
    </>
  )
}

/** What it paid, where there is no room for a table. */
function Rolled({ allocations }: { allocations: readonly PaidInvoice[] }) {
  return (
    <dl className="sums">
      {allocations.map((invoice) => (
        <div key={invoice.invoice_id}>
          <dt>
            <PaidFor invoice={invoice} />
          </dt>
          <dd className="number">{formatRinggit(invoice.amount_sen)}</dd>
        </div>
      ))}
    </dl>
  )
}

/** What a gift says besides: for how many, under whose authority, and what may be claimed for it. */
function GiftWords({ gift }: { gift: NonNullable<ReceiptDocumentData['gift']> }) {
  const { t, i18n } = useTranslation()
  const locale = i18n.language as Locale
  const { kind, persons, rate_sen, authority, tax, message } = gift
  return (
    <>
      {persons !== null && (
        <p>{t('donation.persons_at', { count: persons, amount: formatRinggit(rate_sen ?? 0) })}</p>
      )}
      {message && <p>{message}</p>}
      {kind === 'zakat' && <p>{t('donation.paper.niat')}</p>}
      {authority && (
        <p>
          {t('donation.paper.authority', {
            authority: authority.authority,
            state: authority.state,
            number: authority.appointment_no,
            from: formatDate(authority.valid_from, locale),
            to: formatDate(authority.valid_to, locale),
          })}
        </p>
      )}
      {tax && (
        <p>
          {t('donation.paper.tax', {
            number: tax.approval_no,
            from: formatDate(tax.from, locale),
            to: formatDate(tax.to, locale),
          })}
        </p>
      )}
    </>
  )
}

/** Where each sen of the payment went. */
function ReceiptSums({
  payment,
  allocations,
  credit_sen,
  gift,
}: Pick<ReceiptDocumentData, 'payment' | 'credit_sen' | 'gift'> & { allocations: readonly PaidInvoice[] }) {
  const { t } = useTranslation()
  const paid = allocations.reduce((sum, { amount_sen }) => sum + amount_sen, 0)
  const items = [
    { label: t('payment.paper.invoices'), sen: paid },
    ...(gift ? [{ label: gift.type, sen: payment.amount_sen - payment.payer_fee_sen }] : []),
    { label: t('payment.paper.fee'), sen: payment.payer_fee_sen },
    { label: t('payment.paper.credit'), sen: credit_sen },
  ].filter(({ sen }) => sen > 0)
  const total = { label: t('payment.paper.total'), sen: payment.amount_sen }
  return (
    <>
      <Sums items={items.length > 1 ? items : []} total={total} />
      <CashSums payment={payment} />
    </>
  )
}

/** Of cash: what the total was rounded to, what was handed over and what was given back, where there is more to say. */
function CashSums({ payment }: Pick<ReceiptDocumentData, 'payment'>) {
  const { t } = useTranslation()
  const { amount_sen, rounding_sen, given_sen } = payment
  const cash = { label: t('payment.cash_due'), sen: amount_sen + rounding_sen }
  const rounding = rounding_sen === 0 ? [] : [{ label: t('payment.rounding'), sen: rounding_sen }]
  if (given_sen === null) return rounding_sen === 0 ? null : <Sums items={rounding} total={cash} />
  const given = { label: t('payment.given'), sen: given_sen }
  const change = { label: t('payment.change'), sen: given_sen - cash.sen }
  return <Sums items={[...rounding, ...(rounding_sen === 0 ? [] : [cash]), given]} total={change} />
}

/** What a bank and PayNet ask for; of cash there is nothing to tell. */
function HowPaid({ payment, locale }: { payment: ReceiptDocumentData['payment']; locale: Locale }) {
  const { t } = useTranslation()
  const at = payment.gateway_transaction_at ?? payment.created_at
  if (!payment.gateway_transaction_id) {
    return payment.reference_no ? (
      <dl className="brief">
        <Brief label={t('payment.reference_no')} value={payment.reference_no} />
      </dl>
    ) : null
  }
  const account = payment.model ? t(`fpx.model.${payment.model}`) : ''
  return (
    <div className="parties">
      <dl className="brief">
        <Brief label={t('payment.fpx_id')} value={payment.gateway_transaction_id} />
        <Brief label={t('payment.order_no')} value={payment.gateway_order_no} />
        <Brief
          label={t('payment.page.paid_at')}
          value={t('payment.page.time_zone', { time: formatInstant(at, locale) })}
        />
        <Brief label={t('payment.amount')} value={formatRinggit(payment.amount_sen)} />
      </dl>
      <dl className="brief">
        <Brief label={t('payment.bank')} value={payment.bank_name} />
        <Brief label={t('payment.model')} value={account} />
        <Brief label={t('payment.bank_reference')} value={payment.reference_no} />
        {payment.fpx_status && (
          <Brief label={t('payment.paper.fpx_status')} value={t(`fpx.status.${payment.fpx_status}`)} />
        )}
      </dl>
    </div>
  )
}
