import type { TFunction } from 'i18next'
import { lastDueRun } from '#app/domain/billing/generations/auto-run.ts'
import { type InvoiceSettings, namedSeries } from '#app/domain/billing/invoice-settings/invoice-settings.ts'
import {
  addMonths,
  endOfMonth,
  formatClock,
  formatDate,
  formatMonth,
  startOfMonth,
} from '#app/domain/core/dates.ts'
import type { FeeRules, PartRules } from '#app/domain/core/invoicing/payment-rules.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import type { Locale } from '#app/i18n/locales.ts'
import type { Fact } from '#app/ui/core/page/Facts.tsx'

/** How invoices are numbered, due and mailed, and what they show. */
export function invoiceSettingFacts(row: InvoiceSettings, t: TFunction) {
  return [
    ...namedSeries.map((series) => ({
      label: t(`setting.invoice.${series}_prefix`),
      value: row[`${series}_prefix`],
    })),
    { label: t('setting.invoice.due_days'), value: row.due_days },
    { label: t('setting.invoice.terms'), value: row.terms, wide: true as const },
    { label: t('setting.invoice.footer'), value: row.footer, wide: true as const },
    { label: t('setting.invoice.mail_invoices'), value: yes(t, row.mail_invoices) },
    { label: t('setting.invoice.mail_receipts'), value: yes(t, row.mail_receipts) },
  ]
}

/** What holds for online payments, on its page and beside a stale form. */
export function ruleFacts(row: FeeRules & PartRules, t: TFunction): (Fact | false)[] {
  return [
    { label: t('setting.payment.b2c_sen'), value: formatRinggit(row.b2c_sen) },
    { label: t('setting.payment.b2b1_sen'), value: formatRinggit(row.b2b1_sen) },
    { label: t('setting.payment.subsidy'), value: t(`setting.payment.bearers.${row.subsidy}`) },
    row.subsidy === 'part' && { label: t('setting.payment.part_sen'), value: formatRinggit(row.part_sen) },
    { label: t('setting.payment.rule'), value: t(`setting.payment.rules.${row.rule}`) },
    row.rule !== 'none' && { label: t('setting.payment.min_sen'), value: formatRinggit(row.min_sen) },
  ]
}

interface GenerationSetting {
  day: number
  for: 'next_month' | 'same_month'
  group_by: string
  issue_zero: boolean
  auto_run: boolean
  notify_at: string
  family: string
  child_order: string
}

/** How a month is billed. */
export function generationFacts(row: GenerationSetting, t: TFunction, locale: Locale) {
  const word = (name: string, value: string) => t(`setting.generation.${name}s.${value}`)
  return [
    { label: t('setting.generation.day'), value: String(row.day) },
    { label: t('setting.generation.for'), value: word('for', row.for) },
    { label: t('setting.generation.group_by'), value: word('group_by', row.group_by) },
    { label: t('setting.generation.nothing_due'), value: yes(t, row.issue_zero) },
    { label: t('setting.generation.notify_at'), value: formatClock(row.notify_at, locale) },
    { label: t('setting.generation.family'), value: word('family', row.family) },
    { label: t('setting.generation.child_order'), value: word('child_order', row.child_order) },
    { label: t('setting.generation.auto_run'), value: yes(t, row.auto_run) },
  ]
}

/** The date and month of the next automatic run, as a sentence. */
export function nextRun(row: GenerationSetting, today: string, t: TFunction, locale: Locale): string {
  const { month } = lastDueRun(row, today)
  const next = lastDueRun(row, endOfMonth(addMonths(startOfMonth(today), 1)))
  const coming = lastDueRun(row, endOfMonth(today))
  const { on, month: billed } = coming.month === month ? next : coming
  return t('setting.generation.next', { on: formatDate(on, locale), month: formatMonth(billed, locale) })
}

const yes = (t: TFunction, is: boolean) => t(is ? 'common.yes' : 'common.no')
