import type { Directory } from './directory.ts'
import type { Evidence, EvidenceKind } from './evidence.ts'
import { type FoundName, namesIn } from './names.ts'
import { codesIn, nearCodesIn, numbersIn } from './references.ts'

/** The texts of a line as the bank wrote them. */
export interface Said {
  amount_sen: number
  payer_name: string | null
  reference: string | null
  description: string
}

/** A family that a line may belong to, with evidence and weight. */
export interface Candidate {
  family: string
  evidence: Evidence[]
  weight: number
  /** Its code occurs exactly. */
  byCode: boolean
  /** The full name of one of its people occurs, unique to this family. */
  byName: boolean
  /** Its invoice numbers that occur. */
  named: string[]
}

/** Maximum candidates; a partial name may match many people. */
const mostCandidates = 12

const weights = {
  ...{ reference: 100, near_reference: 50, invoice: 45, name: 40, paid_before: 45, child: 35 },
  ...{ same_name: 28, part_of_name: 15, sum_only: 12 },
} as const

/** Families that a line may belong to, the likeliest first, regardless of what they owe. */
export function candidatesOf(line: Said, directory: Directory): Candidate[] {
  const found = new Map<string, Candidate>()
  const note = (family: string | undefined, evidence: Evidence, more: Partial<Candidate> = {}) => {
    if (family === undefined) return
    const candidate = found.get(family) ?? {
      ...{ family, evidence: [], weight: 0, byCode: false, byName: false, named: [] },
    }
    if (candidate.evidence.some(({ kind, text }) => kind === evidence.kind && text === evidence.text)) return
    candidate.evidence.push(evidence)
    candidate.weight += weights[evidence.kind as keyof typeof weights]
    candidate.byCode ||= more.byCode ?? false
    candidate.byName ||= more.byName ?? false
    candidate.named.push(...(more.named ?? []))
    found.set(family, candidate)
  }
  const { codes, names, invoices, sums } = directory
  const texts = [line.reference, line.description, line.payer_name].filter((text): text is string =>
    Boolean(text),
  )
  for (const text of texts)
    for (const code of codesIn(text, codes))
      note(codes.exact.get(code), { kind: 'reference', text: code }, { byCode: true })
  const byCode = found.size > 0
  // Partial references are considered only without an exact one.
  if (!byCode)
    for (const text of texts)
      for (const { code, typed } of nearCodesIn(text, codes))
        note(codes.exact.get(code), { kind: 'near_reference', text: code, typed })
  for (const text of texts)
    for (const digits of numbersIn(text)) {
      const invoice = invoices.get(digits)
      note(
        invoice?.family,
        { kind: 'invoice', text: invoice?.number ?? '' },
        { named: invoice ? [invoice.number] : [] },
      )
    }
  for (const [text, field] of [
    [line.payer_name, 'name'],
    [line.reference, 'words'],
    [line.description, 'words'],
  ] as const)
    for (const found of text ? namesIn(text, names, field) : [])
      note(found.family, { kind: kindOf(found), text: found.name }, { byName: found.whole })
  note(sums.get(line.amount_sen), { kind: 'sum_only' })
  return [...found.values()].sort((a, b) => b.weight - a.weight).slice(0, mostCandidates)
}

function kindOf({ whole, all, who }: FoundName): EvidenceKind {
  if (!whole) return all ? 'same_name' : 'part_of_name'
  return who === 'child' || who === 'paid_before' ? who : 'name'
}
