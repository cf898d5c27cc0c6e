import type { TFunction } from 'i18next'
import { addDays, formatDate } from '#app/domain/core/dates.ts'
import type { Obligation, Why } from '#app/domain/einvoice/obligation/obligation.ts'
import type { Locale } from '#app/i18n/locales.ts'

/** What an organisation owes, as one sentence. */
export function obligationSentence(
  { state, since, until, next, stale }: Obligation,
  t: TFunction,
  locale: Locale,
): string {
  const day = (on: string) => formatDate(on, locale)
  const words = (name: string, on?: string) =>
    t(`einvoice_obligation.result.${name}`, on === undefined ? {} : { date: day(on) })
  if (stale) return words('stale')
  if (state === 'exempt') return until ? words('exempt_until', addDays(until, 1)) : words('exempt')
  if (state === 'not_yet') return words(`not_yet_${next!.state}`, next!.on)
  return state === 'relaxed' ? words('relaxed', until!) : words('in_force', since!)
}

/** One reason as a sentence. */
export function whySentence({ code, on, year, band }: Why, t: TFunction, locale: Locale): string {
  return t(`einvoice_obligation.why.${code}`, {
    ...(on && { date: formatDate(on, locale) }),
    ...(year !== undefined && { year: String(year) }),
    ...(band && { band: t(`einvoice_obligation.band.${band}`) }),
  })
}
