import { useTranslation } from 'react-i18next'
import { formatDate } from '#app/domain/core/dates.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import { movesSubscription } from '#app/domain/platform/subscriptions/moves.ts'
import { paths } from '#app/paths.ts'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'
import { ConfirmButton, LinkButton } from '#app/ui/core/form/Button.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'

interface Props {
  invoice: {
    id: string
    number: string
    kind: string
    status: string
    total_sen: number
    due_on: string
    version: number
  }
  /** Where a transfer goes, line by line; null while the platform has not said it. */
  transfer: string | null
  /** Where it is paid online, on the platform's own host; null while that takes none. */
  pay: string | null
  may: { renew: boolean; print: boolean }
}

/** What is to be paid to the platform, and how. */
export function OpenInvoice({ invoice, transfer, pay, may }: Props) {
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
