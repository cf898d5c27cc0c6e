import type { TFunction } from 'i18next'
import { formatDate, formatInstant } from '#app/domain/core/dates.ts'
import type { StudentFor } from '#app/domain/people/students/find-students.ts'
import { ageOn, countryName } from '#app/domain/people/students/student.ts'
import type { Locale } from '#app/i18n/locales.ts'
import { Email, Phone } from '#app/ui/core/page/Contact.tsx'
import type { Fact } from '#app/ui/core/page/Facts.tsx'

/** What a reader is told of a student, besides numbers, family, classes and health. */
export function studentFacts(
  { row, contact, tags }: StudentFor,
  t: TFunction,
  locale: Locale,
  today: string,
): (Fact | false | null)[] {
  const date = (on: string | null) => on && formatDate(on, locale)
  const word = (group: string, value: string | null) => value && t(`student.${group}.${value}`)
  return [
    { label: t('student.branch_id'), value: row.branch },
    {
      label: t('student.born_on'),
      value: t('student.born_and_age', {
        date: formatDate(row.born_on, locale),
        age: ageOn(row.born_on, today),
      }),
    },
    { label: t('student.gender'), value: word('genders', row.gender) },
    {
      label: t('student.nationality'),
      value: countryName(row.nationality, locale) ?? t('student.other_nationality'),
    },
    { label: t('student.registered_on'), value: date(row.registered_on) },
    row.graduated_on !== null && { label: t('student.graduated_on'), value: date(row.graduated_on) },
    row.status_on !== null && { label: t('student.status_on'), value: date(row.status_on) },
    contact && { label: t('student.phone'), value: contact.phone && <Phone number={contact.phone} /> },
    contact && { label: t('student.email'), value: contact.email && <Email address={contact.email} /> },
    {
      label: t('student.highest_education'),
      value: word('highest_educations', row.highest_education),
    },
    contact && { label: t('student.previous_school'), value: contact.previous_school },
    { label: t('student.transport_type'), value: word('transport_types', row.transport_type) },
    { label: t('student.daycare'), value: word('daycares', row.daycare) },
    contact && { label: t('student.number_of_siblings'), value: contact.number_of_siblings },
    contact && { label: t('student.position_in_family'), value: contact.position_in_family },
    tags && { label: t('student.tags'), value: tags.join(', ') },
    { label: t('student.updated_at'), value: formatInstant(row.updated_at, locale) },
  ]
}
