import { useTranslation } from 'react-i18next'
import { formatDate, todayIn } from '#app/domain/core/dates.ts'
import { paths } from '#app/paths.ts'
import type { FpxWarnings } from '#app/server/payments/fpx-set-up.ts'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'

/** What an operator has to know of FPX before it stops. `brief`: on another page, with a link to this one. */
export function FpxNotices({ sandbox, problem, fault, ending, brief }: FpxWarnings & { brief?: true }) {
  const { t } = useTranslation()
  const { locale } = usePage()
  const link = brief && <a href={paths.admin.fpx()}>{t('admin.fpx.see')}</a>
  return (
    <>
      {problem && (
        <Notice tone="error" title={t('admin.fpx.not_set_up')}>
          <p>
            {problem} {link}
          </p>
        </Notice>
      )}
      {fault && (
        <Notice tone="error" title={t('admin.fpx.paused')}>
          <p>
            {t(`admin.fpx.fault.${fault}`)} {link}
          </p>
        </Notice>
      )}
      {ending.map(({ whose, subject, not_after, days_left }) => (
        <Notice
          key={whose}
          tone="warning"
          title={
            days_left < 0 ? t(`admin.fpx.ended.${whose}`) : t(`admin.fpx.ends.${whose}`, { count: days_left })
          }
        >
          <p>
            {t('admin.fpx.until', { subject, date: formatDate(todayIn(not_after), locale) })} {link}
          </p>
        </Notice>
      ))}
      {sandbox && !brief && (
        <Notice title={t('admin.fpx.sandbox')}>
          <p>{t('admin.fpx.sandbox_text')}</p>
        </Notice>
      )}
    </>
  )
}
