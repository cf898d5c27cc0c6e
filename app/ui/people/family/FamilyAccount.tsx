import { useTranslation } from 'react-i18next'
import { columnsOf } from '#app/domain/core/lists/columns.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import { type OpenInvoice, openInvoiceColumns } from '#app/domain/people/families/family.ts'
import { paths } from '#app/paths.ts'
import { Figures } from '#app/ui/core/page/Facts.tsx'
import { Section } from '#app/ui/core/page/ViewPage.tsx'
import { Table } from '#app/ui/core/table/Table.tsx'

interface BalanceFiguresProps {
  owed_sen: number
  credit_sen: number
  /** The part of the credit that waits to be refunded. */
  reserved_sen: number
  family_code: string
  /** Some children, and perhaps invoices, are out of the reader's scope. */
  partly: boolean
}

/** The balance of the whole family, with unpaid invoices and credit. */
export function BalanceFigures({
  owed_sen,
  credit_sen,
  reserved_sen,
  family_code,
  partly,
}: BalanceFiguresProps) {
  const { t } = useTranslation()
  return (
    <Figures
      items={[
        {
          label: t('family.balance'),
          value: formatRinggit(owed_sen - credit_sen),
          hint: t('family.balance_hint'),
        },
        {
          label: t('family.open'),
          value: formatRinggit(owed_sen),
          hint: partly ? t('family.only_reached') : undefined,
        },
        {
          label: t('family.credit'),
          value: formatRinggit(credit_sen),
          href: paths.family.credits({ q: family_code }),
          hint:
            reserved_sen > 0
              ? t('family_credit.of_which_reserved', { amount: formatRinggit(reserved_sen) })
              : undefined,
        },
      ]}
    />
  )
}

interface OpenSectionProps {
  parent_id: string
  rows: readonly OpenInvoice[]
  mayTake: boolean
}

/** The unpaid invoices of a family; the ticked ones are paid together with one payment and one receipt. */
export function OpenSection({ parent_id, rows, mayTake }: OpenSectionProps) {
  const { t } = useTranslation()
  const table = (
    <Table
      caption={t('family.open_invoices')}
      columns={openInvoiceColumns}
      rows={rows}
      totals={{ balance_sen: rows.reduce((sum, { balance_sen }) => sum + balance_sen, 0) }}
      open={({ id }) => paths.invoice.view(id)}
      brief
      {...(mayTake ? { actions: (row: OpenInvoice) => <Pick row={row} /> } : {})}
    />
  )
  return (
    <Section title={t('family.open_invoices')}>
      {rows.length === 0 ? (
        <p className="quiet">{t('family.all_paid')}</p>
      ) : mayTake ? (
        <form action={paths.family.pay(parent_id)}>
          {table}
          <div className="fields section">
            <div className="field">
              <label htmlFor="received">
                {t('family.received')} <span className="optional">({t('common.optional')})</span>
              </label>
              <p className="hint" id="received-hint">
                {t('family.received_hint')}
              </p>
              <div className="affix figure short">
                <span aria-hidden="true">RM</span>
                <input
                  id="received"
                  name="amount"
                  maxLength={20}
                  inputMode="decimal"
                  autoComplete="off"
                  aria-describedby="received-hint"
                />
              </div>
            </div>
            <div className="actions">
              <button type="submit">{t('family.take')}</button>
            </div>
          </div>
        </form>
      ) : (
        table
      )}
    </Section>
  )
}

/** An invoice in payment is not preselected, because it may be paid already. */
function Pick({ row }: { row: OpenInvoice }) {
  const { t } = useTranslation()
  return (
    <label className="choice">
      <input
        type="checkbox"
        name="invoice"
        value={row.id}
        defaultChecked={row.status !== 'pending'}
        aria-label={`${t('family.pick')} ${row.number ?? ''}`}
      />
      {t('family.pick')}
    </label>
  )
}

interface PaidRow {
  id: string
  number: string
  paid_on: string
  method: string
  reference_no: string | null
  amount_sen: number
  status: string
}

const paymentColumns = columnsOf<PaidRow>()(
  { key: 'number', label: 'payment.number', kind: 'number' },
  { key: 'paid_on', label: 'payment.paid_on', kind: 'date' },
  { key: 'method', label: 'payment.method', words: 'payment.methods' },
  { key: 'reference_no', label: 'payment.reference_no', kind: 'number', room: 'wide' },
  { key: 'amount_sen', label: 'payment.amount', kind: 'money', room: 'much' },
  { key: 'status', label: 'payment.status', kind: 'status' },
)

/** The last payments of a family, linked to their pages. */
export function PaymentsSection({ rows }: { rows: readonly PaidRow[] }) {
  const { t } = useTranslation()
  return (
    <Section title={t('family.payments')}>
      {rows.length > 0 ? (
        <Table
          caption={t('family.payments')}
          columns={paymentColumns}
          rows={rows}
          open={({ id }) => paths.payment.view(id)}
          brief
        />
      ) : (
        <p className="quiet">{t('family.no_payments')}</p>
      )}
    </Section>
  )
}
