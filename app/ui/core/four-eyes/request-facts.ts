import type { TFunction } from 'i18next'
import { formatInstant } from '#app/domain/core/dates.ts'
import type { RequestNoun } from '#app/domain/core/request-nouns.ts'
import type { Locale } from '#app/i18n/locales.ts'

interface Request {
  requester: string | null
  requested_at: Date | string
  decider: string | null
  decided_at: Date | string | null
  decision_reason: string | null
}

/** Who asked for it and when, and once it is decided by whom, when and why, in the words of the noun. */
export function requestFacts(
  noun: RequestNoun | 'payout.adjustment',
  request: Request,
  t: TFunction,
  locale: Locale,
) {
  const { requester, requested_at, decider, decided_at, decision_reason } = request
  return [
    { label: t(`${noun}.requester`), value: requester },
    { label: t(`${noun}.requested_at`), value: formatInstant(requested_at, locale) },
    decided_at !== null && { label: t(`${noun}.decider`), value: decider },
    decided_at !== null && { label: t(`${noun}.decided_at`), value: formatInstant(decided_at, locale) },
    decision_reason !== null && { label: t(`${noun}.decision_reason`), value: decision_reason },
  ]
}
