import { useTranslation } from 'react-i18next'
import { formatClock } from '#app/domain/core/dates.ts'
import { usePage } from '#app/ui/core/page-context.tsx'

/** From when until when a session is held, in the reader's language: `3:00–4:30 pm`, `11:30 am–1:00 pm`. */
export function useTimes() {
  const { t } = useTranslation()
  const { locale } = usePage()
  return (session: { starts: string; ends: string }): string => {
    const [starts, ends] = [formatClock(session.starts, locale), formatClock(session.ends, locale)]
    const [clock, ...half] = starts.split(' ')
    const isSame = half.length > 0 && ends.endsWith(` ${half.join(' ')}`)
    return t('class_session.times', { starts: isSame ? clock : starts, ends })
  }
}
