import type { TFunction } from 'i18next'
import type { SheetLine } from '#app/domain/classes/pay/find-pay-sheets.ts'
import { formatClocks, formatDate } from '#app/domain/core/dates.ts'
import { columnsOf } from '#app/domain/core/lists/columns.ts'
import type { Locale } from '#app/i18n/locales.ts'
import { rateWords } from './rate-words.ts'

/** A line of a sheet as page and payslip show it. */
export interface PayRow {
  id: string
  session_id: string | null
  isCorrection: boolean
  said: string
  about: string | null
  /** Of a session. */
  minutes: number | null
  rate: string | null
  amount_sen: number
}

export const payColumns = columnsOf<PayRow>()(
  { key: 'said', label: 'pay_sheet.line', room: 'who' },
  { key: 'about', label: 'pay_sheet.subject_id', lines: true },
  { key: 'minutes', label: 'pay_sheet.hours', kind: 'duration' },
  { key: 'rate', label: 'pay_sheet.rate' },
  { key: 'amount_sen', label: 'pay_sheet.total_sen', kind: 'money', room: 'much', total: true },
)

/** The lines in words: which session or what else, its hours and rate. */
export function payRows(lines: readonly SheetLine[], t: TFunction, locale: Locale): PayRow[] {
  return lines.map((line) => {
    const { id, kind, session_id, corrects_id, minutes, pay_type, rate_sen, amount_sen, reason, subject } =
      line
    const on = line.held_on && formatDate(line.held_on, locale)
    const rate = pay_type && rate_sen !== null ? { pay_type, rate_sen } : null
    const base = {
      id,
      amount_sen,
      session_id: session_id ?? corrects_id,
      isCorrection: kind === 'correction',
    }
    if (kind === 'month') {
      const said = subject ? t('pay_sheet.month_line_of', { class: subject }) : t('pay_sheet.month_line')
      return { ...base, said, about: subject, minutes: null, rate: rate && rateWords(rate, t) }
    }
    if (kind === 'correction') {
      const said = on ? t('pay_sheet.correction_of', { class: subject, on }) : t('pay_sheet.correction')
      return { ...base, said, about: reason, minutes: null, rate: null }
    }
    return {
      ...base,
      said: t('pay_sheet.session_at', { on, times: formatClocks(line.starts!, line.ends!, locale) }),
      about: subject,
      minutes,
      rate: rate && (rate.pay_type === 'month' ? t('pay_sheet.rate_of.month') : rateWords(rate, t)),
    }
  })
}
