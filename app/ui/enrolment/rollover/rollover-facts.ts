import { formatDate, formatInstant, formatMonth } from '#app/domain/core/dates.ts'
import type { Words } from '#app/domain/core/facts.ts'
import { formatPercent, formatRinggit } from '#app/domain/core/money.ts'
import type { RolloverRecord } from '#app/domain/enrolment/rollovers/find-rollovers.ts'
import type { Locale } from '#app/i18n/locales.ts'
import type { Fact } from '#app/ui/core/page/Facts.tsx'

/** As it is, or as a page has read it. */
type Told = { [K in keyof RolloverRecord]: Date extends RolloverRecord[K] ? Instant : RolloverRecord[K] }
type Instant = Date | string | null

/** What was typed, and who did what when. */
export function rolloverFacts(row: Told, t: Words, locale: Locale): (Fact | false)[] {
  const by = (name: string | null, at: Instant) =>
    [name, at && formatInstant(at, locale)].filter(Boolean).join(', ')
  const percent = row.percent_bp === 0 ? null : formatPercent(row.percent_bp)
  return [
    { label: t('rollover.ends_on'), value: formatDate(row.ends_on, locale) },
    { label: t('rollover.starts_on'), value: formatDate(row.starts_on, locale) },
    { label: t('rollover.bills_from'), value: formatMonth(row.bills_from.slice(0, 7), locale) },
    { label: t('rollover.percent_bp'), value: percent },
    { label: t('rollover.step_sen'), value: percent && formatRinggit(row.step_sen) },
    { label: t('rollover.keeps_own_fees'), value: t(row.keeps_own_fees ? 'common.yes' : 'common.no') },
    { label: t('rollover.share_bp'), value: formatPercent(row.share_bp) },
    { label: t('rollover.by'), value: by(row.by, row.created_at) },
    row.run_at !== null && { label: t('rollover.run_at'), value: by(row.run_by_name, row.run_at) },
    row.undone_at !== null && {
      label: t('rollover.undone_at'),
      value: by(row.undone_by_name, row.undone_at),
    },
    row.undo_reason !== null && { label: t('rollover.undo_reason'), value: row.undo_reason, wide: true },
  ]
}
