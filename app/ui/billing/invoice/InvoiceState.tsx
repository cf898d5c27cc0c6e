import { useTranslation } from 'react-i18next'
import { formatDate, todayIn } from '#app/domain/core/dates.ts'
import type { ShownStatus } from '#app/domain/core/invoicing/invoice-status.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'
import { Amount } from '#app/ui/core/page/Amount.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'

interface InvoiceStateProps {
  row: {
    shown: ShownStatus
    due_on: string
    paid_on: string | null
    total_sen: number
    balance_sen: number
    cancel_reason: string | null
    cancelled_at: Date | string | null
  }
  isLate: boolean
  /** What comes back to who pays all of it, and until when. */
  early?: { sen: number; until: string } | null
}

/** How an invoice stands: the amount that matters now, and what stands in the way. */
export function InvoiceState({ row, isLate, early }: InvoiceStateProps) {
  const { t } = useTranslation()
  const { locale } = usePage()
  const on = formatDate(row.due_on, locale)
  switch (row.shown) {
    case 'draft':
      return (
        <>
          <Amount sen={row.total_sen} label={t('invoice.draft_total')} />
          {isLate && (
            <Notice tone="warning" title={t('invoice.draft_expired')}>
              <p>{t('invoice.draft_expired_text')}</p>
            </Notice>
          )}
        </>
      )
    case 'unpaid':
      return (
        <>
          <Amount sen={row.balance_sen} label={t('invoice.to_pay', { on })} />
          <EarlyOffer early={early} />
        </>
      )
    case 'overdue':
      return <Amount sen={row.balance_sen} label={t('invoice.to_pay_overdue', { on })} />
    case 'pending':
      return (
        <>
          <Amount sen={row.balance_sen} label={t('invoice.to_pay_pending')} />
          <Notice title={t('invoice.in_payment')}>
            <p>{t('invoice.in_payment_text')}</p>
          </Notice>
        </>
      )
    case 'paid':
      return (
        <Amount
          sen={row.total_sen}
          settled
          label={
            row.paid_on
              ? t('invoice.settled_on', { on: formatDate(row.paid_on, locale) })
              : t('invoice.settled')
          }
        />
      )
    case 'cancelled':
      return (
        <>
          <Amount sen={row.total_sen} label={t('invoice.cancelled_total')} />
          {row.cancelled_at && (
            <Notice
              title={t('invoice.cancelled_title', {
                on: formatDate(todayIn(new Date(row.cancelled_at)), locale),
              })}
            >
              <p>{row.cancel_reason}</p>
            </Notice>
          )}
        </>
      )
  }
}

/** What paying early brings, where a rule gives something for it. */
export function EarlyOffer({ early }: { early: InvoiceStateProps['early'] }) {
  const { t } = useTranslation()
  const { locale } = usePage()
  if (!early) return null
  const values = { on: formatDate(early.until, locale), amount: formatRinggit(early.sen) }
  return <p className="quiet small">{t('invoice.early', values)}</p>
}
