import { useTranslation } from 'react-i18next'
import { formatClock, formatDate } from '#app/domain/core/dates.ts'
import type { Locale } from '#app/i18n/locales.ts'

/** When and where a session is held. */
export interface SessionTime {
  held_on: string
  starts: string
  ends: string
  room?: string | null
}

/** `Mon, 2 Mar 2026, 10:00 am – 11:00 am · Room 2`, in the reader's language. */
export function useSessionTitle() {
  const { t, i18n } = useTranslation()
  const locale = i18n.language as Locale
  return ({ held_on, starts, ends, room }: SessionTime) => {
    const day = t(`common.weekdays_short.${new Date(`${held_on}T00:00Z`).getUTCDay() || 7}`)
    const time = `${formatClock(starts, locale)} – ${formatClock(ends, locale)}`
    return [`${day}, ${formatDate(held_on, locale)}, ${time}`, room].filter(Boolean).join(' · ')
  }
}
