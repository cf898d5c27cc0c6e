import { formatDate, formatPeriod } from '#app/domain/core/dates.ts'
import { textIn } from '#app/domain/core/translated.ts'
import { type Locale, locales } from '#app/i18n/locales.ts'
import type { LineLanguages } from './line-languages.ts'

/** The part of a period that is charged, if not all of it; `until` is missing of lines that charge until its end. */
export type LineShare = { from: string; until?: string | undefined } | null

/** A line of an invoice as it was issued, with the period that its text ends with. */
export interface WrittenLineText extends LineLanguages {
  period_starts_on: string | null
  period_ends_on: string | null
  share?: LineShare | undefined
}

/**
 * The text of a line in the reader's language: the names as they were in it when the line was written, and the months, since
 * `SPM Matematik, Monthly fee, Dec 2026` is stored in the language of the organisation. A text that somebody has rewritten
 * stays as it was issued.
 */
export function lineText(line: WrittenLineText, locale: Locale): string {
  const description = textIn(line, 'description', locale) ?? line.description
  const words = periodOf(line, locale)
  if (!words) return description
  const written = locales.map((one) => `, ${periodOf(line, one)}`).find((end) => description.endsWith(end))
  return written ? `${description.slice(0, -written.length)}, ${words}` : description
}

/** The lines with {@link lineText} as their description. */
export function linesIn<Line extends WrittenLineText>(lines: readonly Line[], locale: Locale): Line[] {
  return lines.map((line) => ({ ...line, description: lineText(line, locale) }))
}

/** As the billing plan writes it: the months of the period, or the days of a share. */
function periodOf(
  { period_starts_on, period_ends_on, share }: WrittenLineText,
  locale: Locale,
): string | undefined {
  if (!period_starts_on || !period_ends_on) return undefined
  if (!share) return formatPeriod(period_starts_on, period_ends_on, locale)
  return `${formatDate(share.from, locale)} – ${formatDate(share.until ?? period_ends_on, locale)}`
}
