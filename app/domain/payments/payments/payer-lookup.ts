import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import { ringgit } from '#app/domain/core/money.ts'
import { countUse, countUses, refuseFlood, visitorKey } from '#app/domain/core/rate-limit.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { type Keys, open, type SecretCell, seal } from '#app/domain/core/secrets.ts'
import type { Write } from '#app/domain/core/transactions.ts'
import type { DB } from '#db/types.ts'
import { type FindToPayInput, typedNumber } from './payment.ts'
import { paymentPage, publicCodeOf } from './payment-page.ts'

/** Lookups per network: enough for typing errors, far too few to guess one of 32^7 codes. */
const lookupsPerVisitor = { points: 20, seconds: 900 }

/**
 * The public code of the invoice with this number and the family code printed on it. Refuses an unknown number and another
 * family's code alike (payment.none_to_pay). A draft has no number.
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

/** The bank's or CHIP's id of a payment or our order number, and the amount debited, which only the payer knows. */
export const traceForm = z.object({ id: typedNumber, amount: ringgit({ min: 1 }) })
type TraceInput = z.output<typeof traceForm>

/** The state of a traced payment as on its public page, without names, invoices and links to them. */
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
    // Of what it paid only the months: an item may name a child.
    months: page.invoices.map(({ title: { from, until } }) => ({ from, until })),
    second: page.second.map((debit) => ({ ...debit, public_code: null })),
  }
}

/** Traces per network: ids of a day can be guessed, but not with the amount of each. */
const tracesPerVisitor = { points: 10, seconds: 900 }
/** Traces of one number per network, so that its amount cannot be found by trying. */
const perNumber = { points: 10, seconds: 3_600 }
/**
 * Traces of one number by all networks together. Far more than one network has, so that a stranger cannot lock out the
 * payer.
 */
const perNumberAnywhere = { points: 100, seconds: 3_600 }

/** Milliseconds for which a trace's page can be opened again. */
export const traceLasts = 86_400_000

/**
 * The attempt with this number of the bank, of CHIP or of ours and this amount: the amount requested, or that of a second or
 * differing debit. Refuses an unknown number and another amount alike (payment.none_to_trace).
 */
export async function traceAttempt(
  write: Write,
  ip: string | null,
  { id, amount }: TraceInput,
): Promise<string> {
  const limited = await write((trx) =>
    countUses(trx, [
      { key: visitorKey('pay.trace', ip), ...tracesPerVisitor },
      { key: visitorKey(`pay.trace:${id}`, ip), ...perNumber },
      { key: `pay.trace:${id}`, ...perNumberAnywhere },
    ]),
  )
  if (limited) throw new Refusal('too_many_requests')
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

/**
 * The encrypted token in the address of a trace's page, so that the page can be opened again without revealing the attempt.
 */
export const traceToken = (keys: Keys, attempt_id: string, now: Date) =>
  seal(keys.ring, cellOf(keys), JSON.stringify({ attempt_id, until: now.getTime() + traceLasts }))

/** The attempt of a token; refuses a token of another organisation, a forged one and an expired one (not_found.payment). */
export function openTraceToken(keys: Keys, token: string, now: Date): string {
  try {
    const { attempt_id, until } = JSON.parse(open(keys.ring, cellOf(keys), token))
    if (now.getTime() < until) return attempt_id
  } catch {
    // The token is not ours.
  }
  throw new Refusal('not_found.payment')
}
