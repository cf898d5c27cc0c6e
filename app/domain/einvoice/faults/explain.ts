import type { Fault } from '../words.ts'
import type { FaultField, FaultOwner } from './field.ts'
import {
  duplicateRules,
  findingRules,
  lastRules,
  localAbouts,
  localRules,
  partyOfCode,
  partyRules,
  type Rule,
  requestRules,
  shapeRules,
  shapeText,
  signatureRules,
  stepKinds,
  type When,
} from './rules.ts'

/** What a fault means, whose data it concerns, and what may be done about it. */
export interface Explanation {
  /** The sentence is `einvoice_fault.said.` and this. */
  key: string
  field: FaultField | null
  whose: FaultOwner
  /** Sending it again, uncorrected, makes sense. */
  retry: boolean
}

/** The same fault as the rules look at it. */
interface Seen {
  step: string | undefined
  code: string
  text: string
  path: string
  party: 'organisation' | 'buyer'
}

const unknown: Explanation = { key: 'unknown', field: null, whose: 'portal', retry: false }

/**
 * The meaning of a fault by its step, code, text and path together: the portal uses codes again for other things, and numbers
 * its steps anew. What no rule knows is `unknown`; its text is shown beside a general sentence.
 */
export function explainFault(fault: Fault): Explanation {
  const seen = seenOf(fault)
  if (seen.step === 'local') return first(localRules, seen) ?? localParty(seen.code) ?? unknown
  const early = first(requestRules, seen) ?? first(duplicateRules, seen) ?? first(signatureRules, seen)
  if (early) return early
  if (shapeText.test(seen.text)) return first(shapeRules, { ...seen, path: pathsIn(seen) })!
  return first(findingRules, seen) ?? ofParty(seen) ?? first(lastRules, seen) ?? unknown
}

function ofParty(seen: Seen): Explanation | undefined {
  const known = partyOfCode[seen.code]
  if (known && seen.text === '' && seen.path === '') return partyFault(...known)
  const rule = partyRules.find((one) => fits(one, seen))
  return rule && partyFault(seen.party, rule.about, rule.at)
}

/** Our own codes are a party and what is wrong with it: `buyer.phone`, `supplier.address_length`. */
function localParty(code: string): Explanation | undefined {
  const [whose, found = ''] = code.split(/\.(.*)/s)
  const party = whose === 'supplier' ? 'organisation' : whose
  const rule = partyRules.find(({ about }) => about === (localAbouts[found] ?? found))
  if (!rule || (party !== 'organisation' && party !== 'buyer')) return undefined
  return partyFault(party, rule.about, rule.at)
}

const partyFault = (
  party: 'organisation' | 'buyer',
  about: string,
  at: (typeof partyRules)[number]['at'],
): Explanation => ({
  key: `${party}.${about}`,
  // nothing is registered for tourism tax or SST on the buyer's side that we would send
  field: party === 'buyer' && at === 'sst' ? 'buyer.id' : (`${party}.${at}` as FaultField),
  whose: party,
  retry: false,
})

function first(rules: readonly Rule[], seen: Seen): Explanation | undefined {
  const found = rules.find((rule) => fits(rule, seen))
  return found && { key: found.key, field: found.field, whose: found.whose, retry: found.retry ?? false }
}

function fits(when: When, { step, code, text, path }: Seen): boolean {
  return (
    (!when.step || when.step === step) &&
    (!when.code || when.code.test(code)) &&
    (!when.text || when.text.test(text)) &&
    (!when.path || when.path.test(path)) &&
    (!when.silent || (text === '' && path === ''))
  )
}

function seenOf({ step, code, text, path }: Fault): Seen {
  const where = plainPath(path ?? '')
  // where the portal gives no text, the code is written in its place
  const said = text.trim() === code ? '' : text.trim()
  return {
    step: step ? stepKinds.find(([, name]) => name.test(step))?.[0] : undefined,
    code: code ?? '',
    text: said,
    path: where,
    party: partyOf(code ?? '', said, where),
  }
}

/**
 * `$.Invoice[*].ID[0]._`, `#/Invoice[0].ID` and `document.Invoice.ID` are one path: `Invoice.ID`. Other things that are given as
 * one, such as the number of the document, say nothing.
 */
function plainPath(path: string): string {
  const plain = path
    .replace(/\[[^\]]*\]/g, '')
    .replace(/^(#\/|\$\.|document\.)+/, '')
    .replace(/\._$/, '')
  return /^(Invoice|UBLExtensions|Signature)\b|Party|Supplier|Customer/.test(plain) ? plain : ''
}

/** The paths that a validator of shapes writes into its text; the innermost is the last. */
function pathsIn({ text, path }: Seen): string {
  const written = [...text.matchAll(/(?:#\/|\$\.)[\w[\].*]+/g)].map(([one]) => plainPath(one))
  return written.at(-1) || path
}

/** Whose the data is: by path, by what the text says, by the code; of the buyer where nothing says. */
function partyOf(code: string, text: string, path: string): 'organisation' | 'buyer' {
  for (const said of [path, text]) {
    if (/customer|buyer|pembeli/i.test(said)) return 'buyer'
    if (/supplier|seller|pembekal/i.test(said)) return 'organisation'
  }
  return partyOfCode[code]?.[0] ?? 'buyer'
}

/** The UUID under which the portal already has the same document, from its text about a duplicate. */
export function duplicateOf(fault: Fault): string | undefined {
  if (explainFault(fault).key !== 'document.duplicate') return undefined
  return [...fault.text.matchAll(/\b[0-9A-Z]{26}\b/g)].at(-1)?.[0]
}
