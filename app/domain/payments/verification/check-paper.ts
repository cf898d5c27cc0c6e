import type { Kysely } from 'kysely'
import { z } from 'zod'
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
import { paperNumber } from '#app/domain/payments/payments/payment-form.ts'
import type { DB } from '#db/types.ts'
import { type IssuedPaper, paperByCode, papersByNumber } from './find-paper.ts'

/** Number and check code as printed; case, spaces and dashes do not matter. */
export const checkForm = z.object({
  number: paperNumber,
  check_code: z
    .string()
    .max(40)
    .transform((typed) =>
      typed
        .normalize('NFKC')
        .toUpperCase()
        .replace(/[^0-9A-Z]/g, ''),
    )
    .pipe(z.string().length(10, 'verify.code_length')),
})

type CheckInput = z.output<typeof checkForm>

/** Tries per IP address; enough for typing errors, and far too few to guess one of 2^50 codes. */
const perVisitor = { points: 30, seconds: 900 }

/** A document as it is in the database, and how the presented copy differs. */
interface CheckedPaper extends IssuedPaper {
  verdict: Verdict
  /** What the copy states differently. */
  differs: ('date' | 'amount')[]
}

/**
 * The document of a public code compared with the scanned link: `query` holds its parameters, in any order and with any
 * additions. Undefined for an unknown code.
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
 * The document with this number and the printed check code; of a changed invoice the present version. Refuses an unknown
 * number and a wrong code alike (verify.unknown).
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
