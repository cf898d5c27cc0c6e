import { addressLine, type WrittenAddress } from '#app/domain/core/contact/address.ts'
import { mailtoOf, telOf } from '#app/domain/core/contact/links.ts'
import { formatPhone } from '#app/domain/core/contact/phone.ts'
import type { PlainFact, Words } from '#app/domain/core/facts.ts'

/** A place where an organisation works; one of them may be the main one. */

type Described = WrittenAddress & { is_hq: boolean; phone: string | null; email: string | null }

/** What a branch is, besides its code and name. */
export const branchFacts = (row: Described, t: Words): PlainFact[] => [
  { label: t('branch.is_hq'), value: t(row.is_hq ? 'common.yes' : 'common.no') },
  {
    label: t('branch.phone'),
    value: row.phone && formatPhone(row.phone),
    href: row.phone && telOf(row.phone),
  },
  { label: t('branch.email'), value: row.email, href: row.email && mailtoOf(row.email) },
  { label: t('branch.address'), value: addressLine(row), wide: true },
]
