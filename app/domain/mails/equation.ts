import type { TFunction } from 'i18next'
import { formatDate } from '#app/domain/dates.ts'
import { formatRinggit } from '#app/domain/money.ts'
import type { Locale } from '#app/i18n/locales.ts'
import { paths } from '#app/paths.ts'
import type { Letter } from './letter.ts'
import { greetingOf } from './phrases.ts'

interface Told {
  id: string
  entity: string
  on_day: string
  difference_sen: number
  faults: number
  fault: string | null
  fault_reference: string | null
}

/** To owners of the platform: the books of an organisation do not agree, and which row is the first to break them. */
export function equationLetter(
  row: Told,
  { t, locale, reader, origin }: { t: TFunction; locale: Locale; reader: string; origin: string },
): Letter {
  const facts = [
    { label: t('collection.entity'), value: row.entity },
    { label: t('admin.equation.on_day'), value: formatDate(row.on_day, locale) },
    { label: t('admin.equation.row'), value: row.fault_reference ?? '' },
    { label: t('admin.equation.fault'), value: row.fault ? t(`admin.equation.faults.${row.fault}`) : '' },
    { label: t('admin.equation.count'), value: String(row.faults) },
  ]
  return {
    subject: t('mail.equation.subject', { organisation: row.entity }),
    greeting: greetingOf(reader, t),
    paragraphs: [t('mail.equation.text')],
    figure: { label: t('admin.equation.difference'), value: formatRinggit(row.difference_sen) },
    facts: facts.filter(({ value }) => value !== ''),
    action: { label: t('mail.equation.see'), url: origin + paths.admin.equation.view(row.id) },
    sender: ['Lunas'],
    note: t('mail.operator.note'),
  }
}
