import type { TFunction } from 'i18next'
import { formatPhone } from '#app/domain/core/contact/phone.ts'
import { formatDate } from '#app/domain/core/dates.ts'
import type { ChangeField, Compared } from '#app/domain/people/student-changes/student-change.ts'
import { countryName } from '#app/domain/people/students/student.ts'
import type { Locale } from '#app/i18n/locales.ts'

const groups: Partial<Record<ChangeField, string>> = {
  gender: 'genders',
  identity_type: 'identity_types',
  highest_education: 'highest_educations',
  transport_type: 'transport_types',
  daycare: 'daycares',
}

/** A value of a student as people read it; a dash where there is none. */
export function changeWord(field: ChangeField, value: string | number | null, t: TFunction, locale: Locale) {
  if (value === null || value === '') return '–'
  const text = String(value)
  const group = groups[field]
  if (group) return t(`student.${group}.${text}`)
  if (field === 'born_on') return formatDate(text, locale)
  if (field === 'phone') return formatPhone(text)
  if (field === 'nationality') return countryName(text, locale) ?? t('student.other_nationality')
  return text
}

/** Fields of a request in the reader's words, old beside new. */
export function comparedWords(compared: readonly Compared[], t: TFunction, locale: Locale) {
  return compared.map(({ field, before, now, wanted, moved }) => ({
    field: t(`student.${field}`),
    before: changeWord(field, before, t, locale),
    now: changeWord(field, now, t, locale),
    wanted: changeWord(field, wanted, t, locale),
    moved,
  }))
}
