import { addressLine, type WrittenAddress } from '#app/domain/contact/address.ts'
import { formatPhone } from '#app/domain/contact/phone.ts'
import type { PlainFact, Words } from '#app/domain/facts.ts'
import { columnsOf } from '#app/domain/lists/columns.ts'

/** A place where an organisation works; one of them may be the main one. */
export const branchStatuses = ['active', 'inactive'] as const
export type BranchStatus = (typeof branchStatuses)[number]

export interface BranchRow {
  id: string
  code: string
  name: string
  kind: string
  city: string | null
  state: string | null
  phone: string | null
  email: string | null
  status: string
}

/** The list, its print and its exports. */
export const branchColumns = columnsOf<BranchRow>()(
  { key: 'code', label: 'branch.code', sort: true },
  { key: 'name', label: 'branch.name', sort: true },
  { key: 'kind', label: 'branch.kind', words: 'branch.kinds' },
  { key: 'city', label: 'branch.city', sort: true },
  { key: 'state', label: 'branch.state' },
  { key: 'phone', label: 'branch.phone', kind: 'phone' },
  { key: 'email', label: 'branch.email' },
  { key: 'status', label: 'branch.status', kind: 'status', sort: true },
)

type Told = Pick<BranchRow, 'phone' | 'email'> & WrittenAddress & { is_hq: boolean }

/** What a branch is, besides its code and name. */
export const branchFacts = (row: Told, t: Words): PlainFact[] => [
  { label: t('branch.is_hq'), value: t(row.is_hq ? 'common.yes' : 'common.no') },
  { label: t('branch.phone'), value: row.phone && formatPhone(row.phone) },
  { label: t('branch.email'), value: row.email },
  { label: t('branch.address'), value: addressLine(row), wide: true },
]
