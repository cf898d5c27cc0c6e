import type { UpdateObject } from 'kysely'
import { sql, type Transaction } from 'kysely'
import { refuseClosedMonth } from '#app/domain/accounting/months/open-month.ts'
import type { Actor } from '#app/domain/core/actor.ts'
import { record, recordOperator } from '#app/domain/core/audit.ts'
import { refuseStale } from '#app/domain/core/changed.ts'
import { refuseOwnRequest } from '#app/domain/core/four-eyes/four-eyes.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { Keyring } from '#app/domain/core/secrets.ts'
import { lockedAttempt } from '#app/domain/payments/attempts/locked-attempt.ts'
import type { DB } from '#db/types.ts'
import { bookException, bookReturned, claimedDebit } from './book.ts'
import { decisionsOf, isBookable } from './exception.ts'
import type { ResolveInput } from './exception-form.ts'
import { type Desk, type DeskException, deskException, moneyDay } from './find-exceptions.ts'
import { giveBackCredit, takeBackMoney } from './refund.ts'
import { releaseSettled } from './release.ts'

// Each of these returns the number of the exception's order.

/** From now on it is theirs, also when it was somebody else's before. Refuses one that is resolved. */
export async function takeException(
  trx: Transaction<DB>,
  actor: Actor,
  desk: Desk,
  id: string,
): Promise<string> {
  const row = await lockedException(trx, desk, id)
  refuseResolved(row)
  await change(trx, actor, row, 'taken', { owner_id: actor.id, owner: actor.name }, { owner: actor.name })
  return row.order_no
}

/** Also of one that is resolved; what is written stays. */
export async function noteException(
  trx: Transaction<DB>,
  actor: Actor,
  desk: Desk,
  id: string,
  { note_id, body }: { note_id: string; body: string },
): Promise<string> {
  const row = await lockedException(trx, desk, id)
  const written = await trx
    .insertInto('platform.payment_exception_note')
    .values({ id: note_id, exception_id: id, body, author_id: actor.id, author: actor.name })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (written) await log(trx, actor, row, 'noted', { note: body })
  return row.order_no
}

interface Circumstances {
  /** Part of what makes a transaction of the gateway unique. */
  environment: string
  /** Opens the message. */
  ring: Keyring
  at: Date
  /** `YYYY-MM-DD` */
  today: string
}

/**
 * `booked`: the money is entered where it belongs, or stays where it is entered already. `wrong_alarm`: there is
 * nothing to do, and why. `refunded`: it went back outside of Lunas; a second person has to say so, too. Refuses one
 * that somebody decided before (payment_exception.decided), a decision that it cannot have, and a refund on a day
 * to come (payment_exception.future), before its money came (payment_exception.before_money) or in a closed month, and
 * both of money that pays something else (payment_exception.claimed).
 */
export async function resolveException(
  trx: Transaction<DB>,
  actor: Actor,
  desk: Desk,
  id: string,
  { decision, version, words, ...input }: ResolveInput,
  circumstances: Circumstances,
): Promise<string> {
  const row = await lockedException(trx, desk, id)
  if (row.state !== 'open') throw new Refusal('payment_exception.decided')
  refuseStale(row, version)
  if (!decisionsOf(row).includes(decision)) throw new Refusal('payment_exception.not_bookable', 'decision')
  if (decision === 'refunded') {
    const { refunded_on, reference } = input
    if (refunded_on! > circumstances.today) throw new Refusal('payment_exception.future', 'refunded_on')
    const date = await moneyDay(trx, circumstances.ring, row)
    if (refunded_on! < date) throw new Refusal('payment_exception.before_money', 'refunded_on', { date })
    // The books of an organisation have months; a message of nobody, or of the platform, is in none of them.
    if (row.entity_id) await refuseClosedMonth(trx, refunded_on!, 'refunded_on')
    if (isBookable(row)) await claimedDebit(trx, row, circumstances)
    const proposed = { proposed_by: actor.id, proposer: actor.name, proposed_at: sql<Date>`now()` }
    const told = { refunded_on: refunded_on!, reference: reference!, words: words ?? null }
    await change(
      trx,
      actor,
      row,
      'refund_proposed',
      { state: 'proposed', resolution: 'refunded', ...proposed, ...told },
      told,
    )
    return row.order_no
  }
  const payment_id =
    decision === 'booked' && !row.payment_id && row.attempt_id
      ? await bookException(trx, actor, row, { family_code: input.family_code, ...circumstances })
      : row.payment_id
  const set = { ...resolvedBy(actor), resolution: decision, words: words ?? null, payment_id }
  await change(trx, actor, row, decision, set, { payment_id, ...(words ? { words } : {}) })
  await releaseSettled(trx, actor, row)
  return row.order_no
}

/**
 * The second pair of eyes. What had become the family's credit is taken from it, and the books have it as money that went
 * out on its day; money that nobody had entered, and of which a message is sure, is entered as it came, too. Refuses who
 * proposed it, one that is not proposed, a credit that the family has used (payment.credit_used), a transaction that pays
 * something else by now (payment_exception.claimed), and a day whose month was closed since.
 */
export async function confirmRefund(
  trx: Transaction<DB>,
  actor: Actor,
  desk: Desk,
  id: string,
  circumstances: Omit<Circumstances, 'today'>,
): Promise<string> {
  const row = await proposedException(trx, desk, id)
  refuseOwnRequest(actor, { requested_by: row.proposed_by! })
  if (row.entity_id) await refuseClosedMonth(trx, row.refunded_on!)
  const payment_id =
    row.payment_id ?? (isBookable(row) ? await bookReturned(trx, actor, row, circumstances) : null)
  if (row.kind === 'reversed') await takeBackMoney(trx, actor, row, row.refunded_on!)
  else if (payment_id) await giveBackCredit(trx, actor, payment_id, row.refunded_on!)
  const { refunded_on, reference, proposer } = row
  const set = { ...resolvedBy(actor), payment_id }
  await change(trx, actor, row, 'refunded', set, { payment_id, refunded_on, reference, proposer })
  await releaseSettled(trx, actor, row)
  return row.order_no
}

/** It stands open again, as it was before somebody said that the money went back; also for who said it. */
export async function rejectRefund(
  trx: Transaction<DB>,
  actor: Actor,
  desk: Desk,
  id: string,
): Promise<string> {
  const row = await proposedException(trx, desk, id)
  const { refunded_on, reference, proposer } = row
  const none = { proposed_by: null, proposer: null, proposed_at: null, refunded_on: null, reference: null }
  const set = { ...none, state: 'open', resolution: null, words: null }
  await change(trx, actor, row, 'refund_rejected', set, { refunded_on, reference, proposer })
  return row.order_no
}

const resolvedBy = (actor: Actor) => ({
  state: 'resolved',
  resolved_by: actor.id,
  resolver: actor.name,
  resolved_at: sql<Date>`now()`,
})

async function proposedException(trx: Transaction<DB>, desk: Desk, id: string) {
  const row = await lockedException(trx, desk, id)
  if (row.state !== 'proposed') throw new Refusal('payment_exception.decided')
  return row
}

/**
 * Of two who decide at once the second finds it decided. Its attempt is locked first, as by whoever brings a message about
 * it, so that neither waits for the other for ever.
 */
export async function lockedException(trx: Transaction<DB>, desk: Desk, id: string): Promise<DeskException> {
  const { attempt_id } = await deskException(trx, desk, id)
  if (attempt_id) await lockedAttempt(trx, attempt_id)
  await trx
    .selectFrom('platform.payment_exception')
    .select('id')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return deskException(trx, desk, id)
}

export function refuseResolved({ state }: DeskException): void {
  if (state === 'resolved') throw new Refusal('payment_exception.decided')
}

export async function change(
  trx: Transaction<DB>,
  actor: Actor,
  row: DeskException,
  verb: string,
  set: UpdateObject<DB, 'platform.payment_exception'>,
  after: Record<string, unknown>,
): Promise<void> {
  const changed = await trx
    .updateTable('platform.payment_exception')
    .set({ ...set, version: sql`version + 1` })
    .where('id', '=', row.id)
    .where('version', '=', row.version)
    .returning('id')
    .executeTakeFirst()
  if (!changed) throw new Refusal('payment_exception.decided')
  await log(trx, actor, row, verb, after)
}

async function log(
  trx: Transaction<DB>,
  actor: Actor,
  { id, entity_id, kind, order_no }: DeskException,
  verb: string,
  more: Record<string, unknown>,
): Promise<void> {
  const object = { type: 'payment_exception', id }
  const change = { after: { kind, order_no, ...more } }
  if (entity_id) return record(trx, actor, `payment_exception.${verb}`, object, change)
  return recordOperator(trx, actor, `payment_exception.${verb}`, object, change)
}
