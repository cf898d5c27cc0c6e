import { useTranslation } from 'react-i18next'
import type { GiftStatus, GivingKind } from '#app/domain/accounting/gifts/gift.ts'
import { formatDate, formatInstant } from '#app/domain/core/dates.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import type { GiverIdentityType } from '#app/domain/giving/donations/giver-identity.ts'
import { isManual } from '#app/domain/payments/payments/payment.ts'
import { paths } from '#app/paths.ts'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'
import { StatusBadge } from '#app/ui/core/feedback/StatusBadge.tsx'
import { LinkButton } from '#app/ui/core/form/Button.tsx'
import { Facts } from '#app/ui/core/page/Facts.tsx'
import { ViewPage } from '#app/ui/core/page/ViewPage.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'

interface GiftViewProps {
  kind: GivingKind
  row: {
    id: string
    number: string | null
    given_on: string
    donor_name: string | null
    type: string
    type_id: string
    method: string | null
    persons: number | null
    rate_sen: number | null
    message: string | null
    branch: string
    after_close: boolean
    amount_sen: number
    payer_fee_sen: number | null
    /** What of it went back to the giver. */
    sent_back_sen: number
    status: GiftStatus
    order_no: string | null
    reference_no: string | null
    public_code: string | null
    second_of: string | null
    created_at: Date | string
    appointment: {
      authority: string
      state: string
      appointment_no: string
      valid_from: string
      valid_to: string
    } | null
  }
  payment_id: string | null
  attempt_id: string | null
  /** Whether the reader may open the page of its type. */
  seesType: boolean
  /** The number by which the tax authority knows the giver, most of it hidden. */
  giver: { type: GiverIdentityType; number: string } | null
  /** Whether the reader is of the office, and not a giver. */
  office: boolean
  /** Whether the reader may see it whole. */
  reveals: boolean
}

/** One gift: for what, from whom, how, and under whose authority. */
export function GiftView(props: GiftViewProps) {
  const { kind, row, payment_id, attempt_id, seesType, giver, reveals, office } = props
  const { t } = useTranslation()
  const { locale } = usePage()
  const { appointment, number, public_code } = row
  const day = (on: string) => formatDate(on, locale)
  return (
    <ViewPage
      title={formatRinggit(row.amount_sen)}
      subtitle={[number, row.donor_name ?? t('donation.anonymous')].filter(Boolean).join(' · ')}
      back={{ label: t(`donation.of.${kind}`), href: paths[kind].list() }}
      status={<StatusBadge status={row.status} />}
      actions={
        <>
          {payment_id && (
            <LinkButton href={paths.payment.view(payment_id)} look="primary">
              {t('donation.see_payment')}
            </LinkButton>
          )}
          {attempt_id && (
            <LinkButton href={paths.attempt.view(attempt_id)}>{t('payment.attempt.one')}</LinkButton>
          )}
          {public_code && <a href={paths.payment.status(public_code)}>{t('donation.public_page')}</a>}
        </>
      }
    >
      {row.after_close && (
        <Notice tone="warning" title={t('donation.after_close')}>
          <p>{t(`donation.after_close_text.${kind}`)}</p>
        </Notice>
      )}
      {row.second_of && (
        <Notice>
          <p>{t('donation.second', { order_no: row.order_no })}</p>
        </Notice>
      )}
      <Facts
        columns={2}
        items={[
          {
            label: t(`donation.type_of.${kind}`),
            value: seesType ? <a href={paths[`${kind}_type`].view(row.type_id)}>{row.type}</a> : row.type,
          },
          { label: t('donation.donor'), value: row.donor_name ?? t('donation.anonymous') },
          giver !== null && {
            label: t(`donation.identity_types.${giver.type}`),
            value: reveals ? (
              <>
                {giver.number} <a href={paths.infaq.reveal(row.id)}>{t('donation.reveal')}</a>
              </>
            ) : (
              giver.number
            ),
          },
          { label: t('donation.given_on'), value: day(row.given_on) },
          { label: t('donation.number'), value: number },
          { label: t('payment.method'), value: row.method && t(`payment.methods.${row.method}`) },
          { label: t('payment.reference_no'), value: row.reference_no },
          { label: t('payment.order_no'), value: row.order_no },
          row.persons !== null && {
            label: t('donation.persons'),
            value: t('donation.persons_at', { count: row.persons, amount: formatRinggit(row.rate_sen ?? 0) }),
          },
          row.sent_back_sen > 0 && {
            label: t('payment.sent_back'),
            value: formatRinggit(row.sent_back_sen),
          },
          (row.payer_fee_sen ?? 0) > 0 && {
            label: t('payment.payer_fee'),
            value: formatRinggit(row.payer_fee_sen ?? 0),
          },
          { label: t('payment.branch'), value: row.branch },
          { label: t('donation.begun'), value: formatInstant(row.created_at, locale) },
          kind === 'zakat' && { label: t('donation.intention'), value: t('donation.intention_said') },
          appointment !== null && {
            label: t('zakat_appointment.authority'),
            value: `${appointment.authority} · ${appointment.appointment_no}`,
          },
          appointment !== null && {
            label: t('donation.letter_days'),
            value: `${day(appointment.valid_from)} – ${day(appointment.valid_to)}`,
          },
          { label: t('donation.message'), value: row.message, wide: true },
        ]}
      />
      {office && row.status === 'paid' && row.method && <GiftFinal method={row.method} />}
    </ViewPage>
  )
}

/** Whether a gift that came in by a method can go back to its giver, and how. */
export function GiftFinal({ method }: { method: string }) {
  const { t } = useTranslation()
  const way = isManual(method) ? 'manual' : (method as 'fpx' | 'chip')
  return (
    <p className="quiet">
      {t(`payment.give_back.gift_${way}`, { exceptions: t('payment_exception.plural') })}
    </p>
  )
}
