import type { TFunction } from 'i18next'
import { spokenValues } from '#app/domain/core/refusal-values.ts'
import type { Locale } from '#app/i18n/locales.ts'

/**
 * The sentence of a refusal in the reader's language, and behind it who has changed what it is about, and when (`meanwhile`);
 * a code without a sentence as it is.
 */
export function refusalIn(
  { t, locale }: { t: TFunction; locale: Locale },
  code: string,
  values: Record<string, string | number>,
): string {
  const spoken = spokenValues(values, locale)
  const sentence = t(`refusal.${code}`, { defaultValue: code, ...spoken })
  if (!spoken.by || !spoken.at) return sentence
  return `${sentence} ${t('common.changed_by', { name: spoken.by, at: spoken.at })}`
}
