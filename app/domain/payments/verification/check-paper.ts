import type { Kysely } from 'kysely'
import { countUse, refuseFlood, visitorKey } from '#app/domain/core/rate-limit.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { Keyring } from '#app/domain/core/secrets.ts'
import {
  checkCodeFits,
  claimOf,
  differencesOf,
  type Verdict,
  verdictOf,
} from '#app/domain/core/signatures/signed-paper.ts'
import { publishedKeys, signersOf } from '#app/domain/core/signatures/signing-keys.ts'
import type { Write } from '#app/domain/core/transactions.ts'
import type { DB } from '#db/types.ts'
import type { CheckInput } from './check-form.ts'
import { type IssuedPaper, paperByCode, papersByNumber } from './find-paper.ts'

/** Of one network: nobody guesses one of 2^50 codes, and nobody mistypes it so often. */
const perVisitor = { points: 30, seconds: 900 }

/** A paper as our books have it, and what that means for the one in somebody's hand. */
export interface CheckedPaper extends IssuedPaper {
  verdict: Verdict
  /** What the paper says otherwise than our books. */
  differs: ('date' | 'amount')[]
}

/**
 * The paper of a public code beside what the address says of it: `query` is what was scanned, in any order and with
 * whatever was added to it. Undefined when there is none with this code.
 */
export async function checkedPaper(
  db: Kysely<DB>,
  public_code: string,
  query: URLSearchParams,
): Promise<CheckedPaper | undefined> {
  const [paper, keys] = await Promise.all([paperByCode(db, public_code), publishedKeys(db)])
  if (!paper) return undefined
  const claim = claimOf(query, keys)
  const verdict = verdictOf(claim, paper)
  return { ...paper, verdict, differs: differencesOf(query, paper.facts) }
}

/**
 * The paper with this number, for who also knows the check code that is printed on it: of an invoice that was changed, the
 * one of today. Says the same of an unknown number and of a wrong code: verify.unknown.
 */
export async function findPaper(
  write: Write,
  ring: Keyring,
  ip: string | null,
  { number, check_code }: CheckInput,
): Promise<IssuedPaper> {
  refuseFlood(await write((trx) => countUse(trx, visitorKey('verify', ip), perVisitor)))
  const papers = await write((trx) => papersByNumber(trx, number))
  const signers = signersOf(ring)
  const found = papers.find(({ facts }) => checkCodeFits(signers, facts, check_code))
  if (!found) throw new Refusal('verify.unknown', 'number')
  return found
}
