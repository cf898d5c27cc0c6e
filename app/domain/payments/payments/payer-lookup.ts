import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import { ringgit } from '#app/domain/core/money.ts'
import { countUse, countUses, refuseFlood, visitorKey } from '#app/domain/core/rate-limit.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { type Keys, open, type SecretCell, seal } from '#app/domain/core/secrets.ts'
import type { Write } from '#app/domain/core/transactions.ts'
import type { DB } from '#db/types.ts'
import { type FindToPayInput, paperNumber } from './payment-form.ts'
import { paymentPage } from './payment-page.ts'
import { publicCodeOf } from './public.ts'

/** Of one network: with 32^7 codes nobody guesses one, and nobody mistypes it so often. */
const lookupsPerVisitor = { points: 20, seconds: 900 }

/**
 * The public code of the invoice with this number, for who also knows the family code that is printed on it. Says the
 * same of an unknown number and of another family's code: payment.none_to_pay. A draft has no number.
 */
export async function findToPay(
  write: Write,
  ip: string | null,
  { number, family_code }: FindToPayInput,
): Promise<string> {
  refuseFlood(await write((trx) => countUse(trx, visitorKey('pay.find', ip), lookupsPerVisitor)))
  const found = await write((trx) =>
    trx
      .selectFrom('invoice')
      .innerJoin('parent', 'parent.id', 'invoice.payer_parent_id')
      .select('invoice.public_code')
      .where('invoice.number', '=', number)
      .where('parent.family_code', '=', family_code)
      .where('invoice.status', '<>', 'draft')
      .executeTakeFirst(),
  )
  if (!found?.public_code) throw new Refusal('payment.none_to_pay', 'number')
  return found.public_code
}

/** The bank's id of a payment, CHIP's, or our order number; and what left the account, which only who paid it knows. */
export const traceForm = z.object({ id: paperNumber, amount: ringgit({ min: 1 }) })
type TraceInput = z.output<typeof traceForm>

/** How a payment that was traced stands: what its own page says of the money, and nothing of whose it is or what it paid. */
export async function tracedPayment(db: Kysely<DB>, attempt_id: string, now: Date) {
  const page = (await paymentPage(db, await publicCodeOf(db, attempt_id), now))!
  const { outcome, reason, status, amount_sen, method, model, bank_name, order_no, fpx_id } = page
  const { reference_no, paid_at, requested_at, responded_at, expires_at, next_enquiry_at } = page
  const { late, doubt_id, credit_sen, given_up, may_check, refresh, moments, receipt } = page
  return {
    ...{ outcome, reason, status, amount_sen, method, model, bank_name, order_no, fpx_id, reference_no },
    ...{ paid_at, requested_at, responded_at, expires_at, next_enquiry_at, late, doubt_id, credit_sen },
    ...{ given_up, may_check, refresh, moments, may_continue: false },
    receipt: receipt && { number: receipt.number, reversed_on: receipt.reversed_on },
    second: page.second.map((debit) => ({ ...debit, public_code: null })),
  }
}

/** Of one network: the ids of a day can be guessed, a sum with each of them cannot. */
const tracesPerVisitor = { points: 10, seconds: 900 }
/** Of one number by one network: its sum is not found by trying. */
const perNumber = { points: 10, seconds: 3_600 }
/**
 * And by all of them together: many networks find it no sooner, and no stranger alone can use up what is left to its
 * owner, since each has far less than that.
 */
const perNumberAnywhere = { points: 100, seconds: 3_600 }

/** Milliseconds for which the page that was found may be looked at again. */
export const traceLasts = 86_400_000

/**
 * The attempt of this organisation that a number of the bank, of CHIP or of ours is about, for who also knows how much left
 * the account: what was asked for, or what a second or differing debit took. Says the same of an unknown number and of
 * another sum (payment.none_to_trace).
 */
export async function traceAttempt(
  write: Write,
  ip: string | null,
  { id, amount }: TraceInput,
): Promise<string> {
  const over = await write((trx) =>
    countUses(trx, [
      { key: visitorKey('pay.trace', ip), ...tracesPerVisitor },
      { key: visitorKey(`pay.trace:${id}`, ip), ...perNumber },
      { key: `pay.trace:${id}`, ...perNumberAnywhere },
    ]),
  )
  if (over) throw new Refusal('too_many_requests')
  const found = await write((trx) => attemptAbout(trx, id, amount))
  if (!found) throw new Refusal('payment.none_to_trace', 'id')
  return found
}

async function attemptAbout(db: Kysely<DB>, id: string, sen: number): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from payment_attempt
    where amount_sen = ${sen} and (order_no = ${id} or gateway_transaction_id in (${id}, lower(${id})) or purchase_id = lower(${id}))
    union all
    select coalesce(attempt_id, second_debit_of) from payment
    where amount_sen = ${sen} and gateway in ('fpx', 'chip') and gateway_transaction_id in (${id}, lower(${id}))
    union all
    select attempt_id from platform.payment_exception
    where attempt_id is not null and amount_sen = ${sen} and transaction_id in (${id}, lower(${id}))
    limit 1`.execute(db)
  return rows[0]?.id
}

const cellOf = ({ place }: Keys): SecretCell => ({
  ...{ place, table: 'payment_attempt', column: 'id', row: 'traced' },
})

/** Stands in the address of the page that shows what was found, so that it can be looked at again and tells nobody more. */
export const traceToken = (keys: Keys, attempt_id: string, now: Date) =>
  seal(keys.ring, cellOf(keys), JSON.stringify({ attempt_id, until: now.getTime() + traceLasts }))

/** Refuses (not_found.payment) what was not sealed here for this organisation, and what is over. */
export function traced(keys: Keys, token: string, now: Date): string {
  try {
    const { attempt_id, until } = JSON.parse(open(keys.ring, cellOf(keys), token))
    if (now.getTime() < until) return attempt_id
  } catch {
    // Somebody typed an address.
  }
  throw new Refusal('not_found.payment')
}
