import { useTranslation } from 'react-i18next'
import { formatTime } from '#app/domain/core/dates.ts'
import { paths } from '#app/paths.ts'
import { LinkButton } from '#app/ui/core/form/Button.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'

/** Corrects a payment, for the person who took it and until that time; nothing for others. */
export function CorrectLink({ id, until }: { id: string; until: Date | string | null }) {
  const { t } = useTranslation()
  const { locale } = usePage()
  if (until === null) return null
  return (
    <span className="actions">
      <LinkButton href={paths.payment.correct(id)}>{t('payment.correct.title')}</LinkButton>
      <span className="quiet small">{t('payment.correct.hint', { time: formatTime(until, locale) })}</span>
    </span>
  )
}
