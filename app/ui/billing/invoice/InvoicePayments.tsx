import { useTranslation } from 'react-i18next'
import { type CreditOnInvoice, creditOnInvoiceColumns } from '#app/domain/accounting/credits/credit.ts'
import { columnsOf } from '#app/domain/core/lists/columns.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import { paths } from '#app/paths.ts'
import { toneOf } from '#app/ui/core/feedback/tones.ts'
import { Section } from '#app/ui/core/page/Section.tsx'
import { Timeline } from '#app/ui/core/page/Timeline.tsx'
import { Table } from '#app/ui/core/table/Table.tsx'

interface PaymentOfInvoice {
  id: string
  number: string
  paid_on: string
  method: string
  reference_no: string | null
  amount_sen: number
  status: string
}

interface Attempt {
  id: string
  order_no: string
  bank_name: string | null
  state: string
  requested_at: Date | string
  amount_sen: number
}

const columns = columnsOf<PaymentOfInvoice>()(
  { key: 'number', label: 'invoice.payment_number' },
  { key: 'paid_on', label: 'invoice.paid_on', kind: 'date' },
  { key: 'method', label: 'invoice.method', words: 'payment.methods' },
  { key: 'reference_no', label: 'invoice.reference_no' },
  { key: 'amount_sen', label: 'invoice.amount', kind: 'money' },
  { key: 'status', label: 'invoice.status', kind: 'status' },
)

interface InvoicePaymentsProps {
  payments: readonly PaymentOfInvoice[]
  credits: readonly CreditOnInvoice[]
  /** Where what credit paid is taken off again; null for who may not. */
  takeOff: string | null
  attempts: readonly Attempt[]
}

/** What was paid on an invoice, with money or with credit, and the tries to pay it online. */
export function InvoicePayments({ payments, credits, takeOff, attempts }: InvoicePaymentsProps) {
  const { t } = useTranslation()
  return (
    <>
      <Section title={t('invoice.payments')}>
        {payments.length > 0 ? (
          <Table
            caption={t('invoice.payments')}
            columns={columns}
            rows={payments}
            open={(payment) => paths.payment.view(payment.id)}
          />
        ) : (
          <p className="quiet">{t('invoice.no_payments')}</p>
        )}
      </Section>
      {credits.length > 0 && (
        <Section title={t('family_credit.on_invoice')}>
          <Table
            caption={t('family_credit.on_invoice')}
            columns={creditOnInvoiceColumns}
            rows={credits}
            brief
          />
          {takeOff ? <a href={takeOff}>{t('family_credit.take_off')}</a> : null}
        </Section>
      )}
      {attempts.length > 0 && (
        <Section title={t('invoice.attempts')}>
          <Timeline
            items={attempts.toReversed().map(({ order_no, bank_name, state, requested_at, amount_sen }) => ({
              title: t(`invoice.attempt.${state}`),
              at: requested_at,
              text: [formatRinggit(amount_sen), bank_name, order_no].filter(Boolean).join(' · '),
              tone: toneOf(state),
            }))}
          />
        </Section>
      )}
    </>
  )
}
