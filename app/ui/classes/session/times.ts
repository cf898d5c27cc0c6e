import { useTranslation } from 'react-i18next'
import { formatClock } from '#app/domain/core/dates.ts'
import { usePage } from '#app/ui/core/page-context.tsx'

/** From when until when a session is held, in the reader's language: `10:00 am–11:30 am`. */
export function useTimes() {
  const { t } = useTranslation()
  const { locale } = usePage()
  return ({ starts, ends }: { starts: string; ends: string }): string =>
    t('class_session.times', { starts: formatClock(starts, locale), ends: formatClock(ends, locale) })
}
