import type { TFunction } from 'i18next'
import { formatRinggit } from '#app/domain/core/money.ts'
import type { Evidence } from '#app/domain/payments/bank-statements/matching/evidence.ts'

/** What speaks for a family, or against posting, in a sentence. */
export function evidenceWords(t: TFunction, { kind, text = '', typed = '', count, sen }: Evidence): string {
  return t(`bank_line.evidence.${kind}`, {
    text: kind === 'refused' ? t(`refusal.${text}`, { defaultValue: text }) : text,
    typed,
    ...(count !== undefined && { count }),
    ...(sen !== undefined && { sen: formatRinggit(sen) }),
  })
}
