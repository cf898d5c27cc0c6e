import { useTranslation } from 'react-i18next'
import { formatDate } from '#app/domain/core/dates.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import type { RefundMethod } from '#app/domain/payments/credit-refunds/credit-refund.ts'
import type { Locale } from '#app/i18n/locales.ts'
import { Amount } from '#app/ui/core/page/Amount.tsx'
import type { Sender } from '../head/Letterhead.tsx'
import { Brief, PaperHeading } from '../head/PaperHeading.tsx'

interface Props {
  row: {
    number: string
    parent: string
    family_code: string
    amount_sen: number
    /** What changes hands: the amount, in cash as it is rounded. */
    cash_sen: number
    method: RefundMethod
    payee_name: string
    bank_name: string | null
    /** Its last figures; null of cash. */
    account: string | null
    requester: string
    decider: string | null
    paymaster: string | null
    approved_on: string
    /** Null as long as it waits to be paid. */
    paid_on: string | null
    bank_reference: string | null
  }
  organisation: Sender
  /** The organisation's logo as an address that the renderer can reach; null for none. */
  logo: string | null
}

/** The voucher of a refund on A4: who gets how much of what is kept for them, and room for both to sign. */
export function CreditRefundDocument({ row, organisation, logo }: Props) {
  const { t, i18n } = useTranslation()
  const locale = i18n.language as Locale
  const signers = [
    { title: t('credit_refund.payer_signs', { name: organisation.name }), name: row.paymaster },
    { title: t('credit_refund.payee_signs'), name: row.payee_name },
  ]
  return (
    <main className="paper">
      <PaperHeading
        organisation={organisation}
        logo={logo}
        title={t('credit_refund.voucher')}
        number={row.number}
      >
        <Brief label={t('parent.family_code')} value={row.family_code} />
        <Brief
          label={t(row.paid_on ? 'credit_refund.paid_on' : 'credit_refund.approved_on')}
          value={formatDate(row.paid_on ?? row.approved_on, locale)}
        />
      </PaperHeading>
      <div className="due">
        <Amount sen={row.amount_sen} label={t('credit_refund.amount_sen')} />
      </div>
      {row.cash_sen !== row.amount_sen && (
        <p>
          {t('credit_refund.in_cash')}:{' '}
          <strong>{t('credit_refund.in_cash_rounded', { cash: formatRinggit(row.cash_sen) })}</strong>
        </p>
      )}
      <p>
        {t('credit_refund.voucher_text', {
          organisation: organisation.name,
          amount: formatRinggit(row.amount_sen),
          family: row.parent,
        })}
      </p>
      <div className="parties">
        <Party title={t('credit_refund.payee_name')} lines={[row.payee_name, row.bank_name, row.account]} />
        <Party
          title={t('credit_refund.method')}
          lines={[t(`payment.methods.${row.method}`), row.bank_reference]}
        />
      </div>
      <div className="parties">
        <Party title={t('credit_refund.requester')} lines={[row.requester]} />
        <Party title={t('credit_refund.approver')} lines={[row.decider]} />
      </div>
      <div className="parties signed">
        {signers.map(({ title, name }) => (
          <section key={title}>
            <h2>{title}</h2>
            {name && <p>{name}</p>}
            <p className="quiet">{t('arrangement.name_and_date')}</p>
          </section>
        ))}
      </div>
    </main>
  )
}

function Party({ title, lines }: { title: string; lines: readonly (string | null)[] }) {
  return (
    <section>
      <h2>{title}</h2>
      {lines.map((line) => line && <p key={line}>{line}</p>)}
    </section>
  )
}
