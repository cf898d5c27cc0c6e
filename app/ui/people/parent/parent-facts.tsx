import { addressLine } from '#app/domain/core/contact/address.ts'
import { formatInstant } from '#app/domain/core/dates.ts'
import type { Words } from '#app/domain/core/facts.ts'
import type { ParentFor } from '#app/domain/people/parents/find-parents.ts'
import { type Locale, localeName } from '#app/i18n/locales.ts'
import { Email, Phone } from '#app/ui/core/page/Contact.tsx'
import type { Fact } from '#app/ui/core/page/Facts.tsx'

/** What a reader sees of a parent, except the identity number. */
export function parentFacts(
  { row, contact, income, full }: ParentFor,
  t: Words,
  locale: Locale,
): (Fact | false | null)[] {
  const yesNo = (value: boolean) => t(value ? 'common.yes' : 'common.no')
  return [
    { label: t('parent.relationship'), value: t(`parent.relationships.${row.relationship}`) },
    { label: t('parent.phone'), value: row.phone && <Phone number={row.phone} /> },
    contact && { label: t('parent.email'), value: contact.email && <Email address={contact.email} /> },
    contact && {
      label: t('parent.home_phone'),
      value: contact.home_phone && <Phone number={contact.home_phone} />,
    },
    full && { label: t('parent.family_code'), value: full.family_code },
    full && { label: t('parent.address'), value: addressLine(full), wide: true },
    full && { label: t('parent.preferred_locale'), value: localeName(full.preferred_locale) },
    full && {
      label: t('parent.preferred_channel'),
      value: t(`parent.preferred_channels.${full.preferred_channel}`),
    },
    full && { label: t('parent.occupation'), value: full.occupation },
    income && {
      label: t('parent.income_above_2500'),
      value: income.income_above_2500 === null ? null : yesNo(income.income_above_2500),
    },
    full && { label: t('parent.tin'), value: full.tin },
    full && {
      label: t('parent.consent_at'),
      value: full.consent_at && formatInstant(full.consent_at, locale),
    },
    full && { label: t('parent.has_account'), value: yesNo(full.has_account) },
    full && { label: t('parent.updated_at'), value: formatInstant(full.updated_at, locale) },
  ]
}
