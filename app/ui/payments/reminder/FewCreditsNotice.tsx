import { useTranslation } from 'react-i18next'
import { formatCount } from '#app/domain/core/lists/columns.ts'
import { paths } from '#app/paths.ts'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'

interface FewCreditsNoticeProps {
  /** Remaining message credits if few; else null, and nothing is shown. */
  credit: number | null
  /** Whether the reader may see the page of message credits. */
  maySee: boolean
}

/** Warns that message credits are running out, and what happens then. */
export function FewCreditsNotice({ credit, maySee }: FewCreditsNoticeProps) {
  const { t } = useTranslation()
  if (credit === null) return null
  const title =
    credit === 0
      ? t('subscription.few_credits.none')
      : t('subscription.few_credits.few', { count: credit, left: formatCount(credit) })
  return (
    <Notice tone="warning" title={title}>
      <p>{t('subscription.few_credits.at_nothing')}</p>
      {maySee && (
        <p>
          {t('subscription.few_credits.more')}{' '}
          <a href={paths.message_credit.view()}>{t('message_credit.mail.see')}</a>
        </p>
      )}
    </Notice>
  )
}
