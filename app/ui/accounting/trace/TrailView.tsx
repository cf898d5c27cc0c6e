import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { type Trail, type TrailLine, whereaboutsOf } from '#app/domain/accounting/traces/trail.ts'
import { formatDate, formatInstant } from '#app/domain/core/dates.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import type { Locale } from '#app/i18n/locales.ts'
import { Sum } from '#app/ui/accounting/reconciliation/Sum.tsx'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'
import { StatusBadge } from '#app/ui/core/feedback/StatusBadge.tsx'
import { Facts } from '#app/ui/core/page/Facts.tsx'
import { Section } from '#app/ui/core/page/ViewPage.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'

/** A trail as loader data, in which dates may be strings. */
type Shown = Omit<Trail, 'payment'> & {
  payment: Omit<Trail['payment'], 'requested_at' | 'gateway_transaction_at'> &
    Record<'requested_at' | 'gateway_transaction_at', Date | string | null>
}

interface TrailViewProps {
  trail: Shown
  /** The page of a payout, if the reader may open it. */
  payout?: ((id: string) => string) | undefined
}

/** The trail of a payment's money: payment, gateway, rows of both books, and where it is now. */
export function TrailView({ trail, payout }: TrailViewProps) {
  const { t } = useTranslation()
  const { locale } = usePage()
  const { payment, lines, soonest } = trail
  const where = whereaboutsOf(trail as Trail)
  const first = lines[0]
  // Counter payments have no gateway, so the books are their second step.
  const atGateway = payment.gateway_order_no !== null
  return (
    <>
      <Notice title={t(`trace.where.${where}`)}>
        <p>
          {t(`trace.where_text.${where}`, {
            settles: first?.settles_on ? formatDate(first.settles_on, locale) : '',
            soonest: soonest ? formatDate(soonest, locale) : '',
          })}
        </p>
      </Notice>
      <Section title={`1. ${t('trace.payment')}`}>
        <Facts columns={2} items={paidFacts(payment, t, locale)} />
      </Section>
      {atGateway && (
        <Section title={`2. ${t('trace.gateway')}`}>
          <Facts columns={2} items={gatewayFacts(payment, t, locale)} />
        </Section>
      )}
      <Section title={`${atGateway ? 3 : 2}. ${t('trace.books')}`}>
        {lines.length === 0 && <p>{t('trace.no_line')}</p>}
        {lines.map((line) => (
          <Line key={line.id} line={line} payout={payout} />
        ))}
      </Section>
    </>
  )
}

function paidFacts(payment: Shown['payment'], t: TFunction, locale: Locale) {
  return [
    { label: t('payment.number'), value: payment.number },
    { label: t('payment.paid_on'), value: formatDate(payment.paid_on, locale) },
    { label: t('payment.amount'), value: formatRinggit(payment.amount_sen) },
    { label: t('payment.method'), value: t(`payment.methods.${payment.method}`) },
    { label: t('payment.payer'), value: payment.payer_name },
    { label: t('payment.status'), value: <StatusBadge status={payment.status} /> },
    payment.gateway_order_no === null && { label: t('payment.reference_no'), value: payment.reference_no },
  ]
}

function gatewayFacts(payment: Shown['payment'], t: TFunction, locale: Locale) {
  const { asked_sen, requested_at, gateway_transaction_at } = payment
  return [
    { label: t('payment.order_no'), value: payment.gateway_order_no },
    { label: t('payment.fpx_id'), value: payment.gateway_transaction_id },
    asked_sen !== null && { label: t('trace.asked'), value: formatRinggit(asked_sen) },
    { label: t('payment.bank'), value: payment.bank_name },
    requested_at !== null && { label: t('trace.asked_at'), value: formatInstant(requested_at, locale) },
    gateway_transaction_at !== null && {
      label: t('trace.answered_at'),
      value: formatInstant(gateway_transaction_at, locale),
    },
  ]
}

/** One row of both books: gross less fees is net. */
function Line({ line, payout }: { line: TrailLine } & Pick<TrailViewProps, 'payout'>) {
  const { t } = useTranslation()
  const { locale } = usePage()
  return (
    <>
      <h3>
        {formatDate(line.collected_on, locale)} <StatusBadge status={line.status} />
      </h3>
      <Sum
        lines={[
          { label: t('collection.gross'), sen: line.gross_sen },
          { label: t('collection.payer_fee'), sen: -line.payer_fee_sen },
          { label: t('collection.tenant_fee'), sen: -line.tenant_fee_sen },
        ]}
        total={{ label: t('collection.net'), sen: line.net_sen }}
      />
      {line.payout && (
        <Facts
          columns={2}
          items={[
            {
              label: t('trace.payout'),
              value: line.payout,
              href: line.payout_id === null ? undefined : payout?.(line.payout_id),
            },
            line.payout_on && { label: t('trace.due'), value: formatDate(line.payout_on, locale) },
            line.paid_on && { label: t('trace.paid_on'), value: formatDate(line.paid_on, locale) },
            line.bank_reference && { label: t('trace.bank_reference'), value: line.bank_reference },
          ]}
        />
      )}
      <p className={line.agrees ? 'quiet' : undefined}>
        {line.agrees ? `✓ ${t('trace.agrees')}` : `✗ ${t('trace.disagrees')}`}
        {line.settles_on && ` · ${t('collection.settles_on')} ${formatDate(line.settles_on, locale)}`}
      </p>
    </>
  )
}
