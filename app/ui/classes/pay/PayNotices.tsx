import { useTranslation } from 'react-i18next'
import type { PayDifference } from '#app/domain/classes/pay/due.ts'
import type { Followed } from '#app/domain/classes/pay/make-pay-sheets.ts'
import { formatDate } from '#app/domain/core/dates.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import { paths } from '#app/paths.ts'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'
import { PostButton } from '#app/ui/core/form/Button.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'

interface Props {
  row: {
    id: string
    trainer_id: string
    version: number
    status: string
    decision_reason: string | null
    has_account: boolean
  }
  /** How the sessions differ by now; null where nothing can change any more, or the reader does not work on it. */
  changes: (Followed & { unpriced: number }) | null
  differences: readonly PayDifference[]
  may: Record<'edit' | 'decide' | 'withdraw' | 'rates' | 'isOwn', boolean>
}

/** What has to be done on a sheet before it can go on. */
export function PayNotices({ row, changes, differences, may }: Props) {
  const { t } = useTranslation()
  const { locale } = usePage()
  const isOutdated = changes !== null && changes.added + changes.removed + changes.changed > 0
  return (
    <>
      {row.status === 'submitted' && changes !== null && (
        <Notice tone="warning" title={t('pay_sheet.waits')}>
          <p>{t(may.decide ? 'pay_sheet.waits_decide' : 'pay_sheet.waits_other')}</p>
        </Notice>
      )}
      {row.status === 'draft' && row.decision_reason !== null && (
        <Notice tone="warning">{t('pay_sheet.returned', { reason: row.decision_reason })}</Notice>
      )}
      {isOutdated && (
        <Notice tone="warning" title={t('pay_sheet.outdated')}>
          <p>{t('pay_sheet.outdated_text', { ...changes })}</p>
          {row.status === 'submitted' && <p>{t('pay_sheet.outdated_submitted')}</p>}
          {may.edit && (
            <PostButton
              action={paths.pay_sheet.refresh(row.id)}
              fields={{ version: String(row.version) }}
              look="primary"
            >
              {t('pay_sheet.refresh')}
            </PostButton>
          )}
        </Notice>
      )}
      {changes !== null && changes.unpriced > 0 && (
        <Notice tone="warning" title={t('pay_sheet.unpriced', { count: changes.unpriced })}>
          {may.rates && <a href={paths.pay_sheet.rates(row.trainer_id)}>{t('pay_sheet.to_rates')}</a>}
        </Notice>
      )}
      {changes !== null && !row.has_account && (
        <Notice tone="warning">
          <p>
            {t('pay_sheet.no_account')}{' '}
            {may.rates && <a href={paths.trainer.pay(row.trainer_id)}>{t('pay_sheet.to_pay_details')}</a>}
          </p>
        </Notice>
      )}
      {differences.length > 0 && (
        <Notice tone="warning" title={t('pay_sheet.differences')}>
          <ul>
            {differences.map(({ session_id, subject, held_on, paid_sen, worth_sen }) => (
              <li key={session_id}>
                {t('pay_sheet.difference', {
                  ...{ class: subject, on: formatDate(held_on, locale) },
                  ...{ paid: formatRinggit(paid_sen), worth: formatRinggit(worth_sen) },
                })}{' '}
                {may.edit && (
                  <a href={paths.pay_sheet.correct(row.id, { session: session_id })}>
                    {t('pay_sheet.difference_add')}
                  </a>
                )}
              </li>
            ))}
          </ul>
        </Notice>
      )}
    </>
  )
}
