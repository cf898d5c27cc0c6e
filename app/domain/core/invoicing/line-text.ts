import { formatDate, formatPeriod } from '#app/domain/core/dates.ts'
import { type Locale, locales } from '#app/i18n/locales.ts'

/** The part of a period that is charged, if not all of it; `until` is missing of lines that charge until its end. */
export type LineShare = { from: string; until?: string | undefined } | null

/** A line of an invoice as it was issued, with the period that its text ends with. */
export interface WrittenLineText {
  description: string
  period_starts_on: string | null
  period_ends_on: string | null
  share?: LineShare | undefined
}

/**
 * The text of a line with its months in the reader's language: `SPM Matematik, Monthly fee, Dec 2026` is stored in the
 * language of the organisation and reads `…, Dis 2026` in Malay. A text that does not end with its period, such as one that
 * somebody has rewritten, stays as it was issued.
 */
export function lineText(line: WrittenLineText, locale: Locale): string {
  const { description } = line
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
