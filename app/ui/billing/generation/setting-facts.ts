import type { TFunction } from 'i18next'
import { lastDue } from '#app/domain/billing/generations/auto-run.ts'
import { addMonths, endOfMonth, formatDate, formatMonth, startOfMonth } from '#app/domain/core/dates.ts'
import type { Locale } from '#app/i18n/locales.ts'

interface Setting {
  day: number
  for: 'next_month' | 'same_month'
  group_by: string
  issue_zero: boolean
  auto_run: boolean
  notify_at: string
  family: string
  child_order: string
}

/** The settings as label and value. */
export function settingFacts(row: Setting, t: TFunction) {
  const answer = (yes: boolean) => t(yes ? 'common.yes' : 'common.no')
  const word = (name: string, value: string) => t(`setting.generation.${name}s.${value}`)
  return [
    { label: t('setting.generation.day'), value: String(row.day) },
    { label: t('setting.generation.for'), value: word('for', row.for) },
    { label: t('setting.generation.group_by'), value: word('group_by', row.group_by) },
    { label: t('setting.generation.nothing_due'), value: answer(row.issue_zero) },
    { label: t('setting.generation.notify_at'), value: row.notify_at },
    { label: t('setting.generation.family'), value: word('family', row.family) },
    { label: t('setting.generation.child_order'), value: word('child_order', row.child_order) },
    { label: t('setting.generation.auto_run'), value: answer(row.auto_run) },
  ]
}

/** The date and month of the next automatic run, as a sentence. */
export function nextRun(row: Setting, today: string, t: TFunction, locale: Locale): string {
  const { month } = lastDue(row, today)
  const next = lastDue(row, endOfMonth(addMonths(startOfMonth(today), 1)))
  const coming = lastDue(row, endOfMonth(today))
  const { on, month: billed } = coming.month === month ? next : coming
  return t('setting.generation.next', { on: formatDate(on, locale), month: formatMonth(billed, locale) })
}
