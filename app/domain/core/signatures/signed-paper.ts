import { timingSafeEqual, verify } from 'node:crypto'
import { plainRinggit } from '#app/domain/core/money.ts'
import { type PublishedKey, publicKeyOf, type Signer } from './signing-keys.ts'

const paperKinds = ['receipt', 'invoice'] as const
type PaperKind = (typeof paperKinds)[number]

/** What a paper says that anybody can verify. */
export interface PaperFacts {
  kind: PaperKind
  number: string
  /** The day it was paid, or issued. */
  date: string
  sen: number
  /** Who paid or is to pay, shortened as on public pages. */
  payer: string
  /** Who issued it. */
  issuer: string
}

/** In the address of a signed paper, in the order in which they are signed. */
const signed = ['kind', 'number', 'date', 'amount', 'payer', 'issuer', 'key'] as const
type SignedValues = Record<(typeof signed)[number], string>

/** What is signed: the values, each on a line of its own, in UTF-8. A break within a value would move the others. */
const textOf = (values: SignedValues) => signed.map((name) => values[name].replace(/\s+/g, ' ')).join('\n')

function valuesOf({ kind, number, date, sen, payer, issuer }: PaperFacts, key: string): SignedValues {
  return { kind, number, date, amount: plainRinggit(sen), payer, issuer, key }
}

/** What follows the address of a paper's page: its facts, the key that signed them, and the signature. */
export function signedQuery(signer: Signer, facts: PaperFacts): string {
  const values = valuesOf(facts, signer.key)
  return `?${new URLSearchParams({ ...values, signature: signer.sign(textOf(values)) })}`
}

/** Crockford's, without letters that are taken for others. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** A short form of the signature, to be typed instead of scanned: `7F3K9-QX2TA`, 50 bits. */
export function checkCodeOf(signer: Signer, facts: PaperFacts): string {
  const bytes = Buffer.from(signer.sign(textOf(valuesOf(facts, signer.key))), 'base64url')
  const bits = bytes.readBigUInt64BE() >> 14n
  const letters = Array.from(
    { length: 10 },
    (_, index) => alphabet[Number((bits >> BigInt(45 - 5 * index)) & 31n)],
  ).join('')
  return `${letters.slice(0, 5)}-${letters.slice(5)}`
}

/** Of ten capital letters and digits, those that are taken for others included; in the same time, right or wrong. */
export function checkCodeFits(signers: readonly Signer[], facts: PaperFacts, typed: string): boolean {
  const read = Buffer.from(typed.replaceAll('O', '0').replaceAll(/[IL]/g, '1'))
  const fitting = signers.filter((signer) =>
    timingSafeEqual(Buffer.from(checkCodeOf(signer, facts).replace('-', '')), read),
  )
  return fitting.length > 0
}

/** What the address of a paper says: nothing that is signed, something that we never signed, or something that we did. */
type Claim = { state: 'unsigned' | 'altered' } | { state: 'signed'; values: SignedValues }

/** Whatever else is in the query, and in whatever order: apps that scan codes add to it. */
export function claimOf(query: URLSearchParams, keys: readonly PublishedKey[]): Claim {
  const signature = query.get('signature')
  if (signature === null) return { state: 'unsigned' }
  const values = Object.fromEntries(signed.map((name) => [name, query.get(name) ?? ''])) as SignedValues
  const key = keys.find(({ id }) => id === values.key)
  const fits =
    key !== undefined &&
    verify(
      null,
      Buffer.from(textOf(values)),
      publicKeyOf(key.public_key),
      Buffer.from(signature, 'base64url'),
    )
  return fits ? { state: 'signed', values } : { state: 'altered' }
}

const verdicts = ['unsigned', 'genuine', 'reduced', 'cancelled', 'replaced', 'altered'] as const
export type Verdict = (typeof verdicts)[number]

/** A paper according to our books: what was issued, and what happened to it since. */
interface Booked {
  facts: PaperFacts
  cancelled_on: string | null
  /** Amounts that were refunded or credited since. */
  less: readonly unknown[]
}

/**
 * Compares a signed paper with our books. An older version of a changed invoice is `replaced`; a receipt of which a part
 * was refunded since is `reduced`. A signature of another paper does not count (`altered`).
 */
export function verdictOf(claim: Claim, { facts, cancelled_on, less }: Booked): Verdict {
  if (claim.state !== 'signed') return claim.state
  const { kind, number, date, amount } = claim.values
  if (kind !== facts.kind || number !== facts.number) return 'altered'
  if (cancelled_on !== null) return 'cancelled'
  const same = date === facts.date && amount === plainRinggit(facts.sen)
  if (!same) return 'replaced'
  return less.length > 0 ? 'reduced' : 'genuine'
}

/** The facts in the address of a paper, signed or not, that differ from our books. */
export function differencesOf(query: URLSearchParams, { date, sen }: PaperFacts): ('date' | 'amount')[] {
  const today = { date, amount: plainRinggit(sen) }
  return (['date', 'amount'] as const).filter((name) => {
    const said = query.get(name)
    return said !== null && said !== today[name]
  })
}
