import type { TFunction } from 'i18next'
import { daysBetween, formatInstant, todayIn } from '#app/domain/core/dates.ts'
import type { Locale } from '#app/i18n/locales.ts'

/**
 * When an exception was raised, and how many days nobody has settled it: `20 Nov 2026, 10:05 · 3 days`.
 * @param today `YYYY-MM-DD` of the reader
 */
export function raisedAt(
  { raised_at, state }: { raised_at: Date; state: string },
  today: string,
  { t, locale }: { t: TFunction; locale: Locale },
): string {
  const since = formatInstant(raised_at, locale)
  const count = daysBetween(todayIn(raised_at), today)
  return state === 'resolved' || count === 0 ? since : `${since} · ${t('payment_exception.age', { count })}`
}
