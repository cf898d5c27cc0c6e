import { z } from 'zod'
import {
  addressFields,
  addressLine,
  missingOfAddress,
  type WrittenAddress,
} from '#app/domain/core/contact/address.ts'
import { mailtoOf, telOf } from '#app/domain/core/contact/links.ts'
import { formatPhone, malaysianPhone } from '#app/domain/core/contact/phone.ts'
import type { PlainFact, Words } from '#app/domain/core/facts.ts'
import { code, email, text, version } from '#app/domain/core/fields.ts'

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

/** New and edit. An emptied field is written as empty. */
export const branchForm = z
  .object({
    code,
    name: text({ min: 2, max: 150 }),
    is_hq: z.boolean().optional(),
    phone: malaysianPhone.optional(),
    email: email.optional(),
    ...addressFields,
    version: version.optional(),
    form_key: z.uuid().optional(),
  })
  .superRefine((branch, context) => {
    for (const field of missingOfAddress(branch))
      context.addIssue({ code: 'custom', path: [field], message: 'input.required' })
  })
export type BranchInput = z.output<typeof branchForm>
