import { indexNames, type KnownName, type Names } from './names.ts'
import { type Codes, digitsOf, indexCodes } from './references.ts'

/** Everybody of whom a line of a bank may speak, by what it may say of them. */
export interface Directory {
  codes: Codes
  names: Names
  /** By the digits of its number: an invoice that is issued, and who pays it. */
  invoices: ReadonlyMap<string, { family: string; number: string }>
  /** By what somebody owes in all, or on one invoice: the family, where no other owes the same. */
  sums: ReadonlyMap<number, string>
}

export interface Known {
  families: readonly { id: string; family_code: string }[]
  people: readonly Omit<KnownName, 'words'>[]
  invoices: readonly { payer_parent_id: string; number: string; balance_sen: number }[]
}

export function directoryOf({ families, people, invoices }: Known): Directory {
  return {
    codes: indexCodes(families),
    names: indexNames(people),
    invoices: new Map(
      invoices.map(({ number, payer_parent_id }) => [digitsOf(number), { family: payer_parent_id, number }]),
    ),
    sums: onlySums(invoices),
  }
}

function onlySums(invoices: Known['invoices']): Map<number, string> {
  const owed = new Map<string, number>()
  const whose = new Map<number, Set<string>>()
  const note = (sen: number, family: string) => whose.set(sen, (whose.get(sen) ?? new Set()).add(family))
  for (const { payer_parent_id: family, balance_sen } of invoices) {
    if (balance_sen <= 0) continue
    owed.set(family, (owed.get(family) ?? 0) + balance_sen)
    note(balance_sen, family)
  }
  for (const [family, sen] of owed) note(sen, family)
  return new Map(
    [...whose].flatMap(([sen, families]) => (families.size === 1 ? [[sen, [...families][0]!]] : [])),
  )
}
