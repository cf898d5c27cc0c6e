import { useTranslation } from 'react-i18next'
import { formatClocks, formatDate } from '#app/domain/core/dates.ts'
import type { Locale } from '#app/i18n/locales.ts'

/** When and where a session is held. */
export interface SessionTime {
  held_on: string
  starts: string
  ends: string
  room?: string | null
}

/** `Mon, 2 Mar 2026, 10:00–11:00 am · Room 2`, in the reader's language. */
export function useSessionTitle() {
  const { t, i18n } = useTranslation()
  const locale = i18n.language as Locale
  return ({ held_on, starts, ends, room }: SessionTime) => {
    const day = t(`common.weekdays_short.${new Date(`${held_on}T00:00Z`).getUTCDay() || 7}`)
    const time = formatClocks(starts, ends, locale)
    return [`${day}, ${formatDate(held_on, locale)}, ${time}`, room].filter(Boolean).join(' · ')
  }
}
