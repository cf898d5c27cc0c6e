import { type Kysely, sql, type Transaction } from 'kysely'
import type { Actor } from '#app/domain/core/actor.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import { forgetWarning, warnOfFewCredits } from './few-credits.ts'
import { fewCredits } from './price.ts'

// A line of platform.credit_entry moves the balance, and nothing else can: see the trigger platform.move_credit.

/** Who uses credits: what is sent, by its id. */
export const creditUses = ['announcement', 'absence', 'reminder'] as const
export type CreditUse = (typeof creditUses)[number]

export interface CreditMove {
  /** Whole credits, at least 0; 0 moves nothing. */
  credits: number
  about: CreditUse
  /** The same for a reservation and everything that comes back of it. */
  about_id: string
  /** Of this movement alone, within the organisation; a movement with a known key is not repeated. */
  key: string
  /** Only in a transaction of the platform; a tenant's own transaction moves its own credits. */
  entity_id?: string
  by?: Pick<Actor, 'id'>
}

/** In order of use; `included` came with the package. Both are zero without a subscription. */
export interface CreditBalance {
  credit: number
  included: number
  bought: number
}

/** The balance of message credits: in a tenant's transaction its own, else of `entity_id`. */
export async function balanceOf(db: Kysely<DB>, entity_id?: string): Promise<CreditBalance> {
  const row = await db
    .selectFrom('platform.subscription')
    .select(['credit', 'included_credit'])
    .where('entity_id', '=', entityOf(entity_id))
    .executeTakeFirst()
  const { credit = 0, included_credit: included = 0 } = row ?? {}
  return { credit, included, bought: credit - included }
}

/**
 * Takes credits for messages that are about to leave, included ones first. In a tenant's transaction or the platform's; the
 * balance stays locked until its end. Enqueues the low-credit mail once where few are left. Refuses (credit.insufficient),
 * having changed nothing and leaving the transaction usable, when there are fewer than `credits`; no mail is then enqueued,
 * since the refusal is usually rolled back: a job that goes on without calls {@link warnOfFewCredits}.
 */
export async function reserveCredits(trx: Transaction<DB>, move: CreditMove): Promise<void> {
  if (move.credits === 0) return
  const held = await trx
    .selectFrom('platform.subscription')
    .select(['entity_id', 'credit'])
    .where('entity_id', '=', entityOf(move.entity_id))
    .forUpdate()
    .executeTakeFirst()
  if (!held || (held.credit < move.credits && !(await isWritten(trx, held.entity_id, move.key))))
    throw new Refusal('credit.insufficient')
  const { entity_id } = held
  const balance = await enter(trx, { ...lineOf(move), entity_id, kind: 'reserve', delta: -move.credits })
  if (balance !== undefined && balance < fewCredits) await warnOfFewCredits(trx, entity_id)
}

/**
 * Gives back credits of messages that certainly did not go out, bought ones first. Never more than was reserved for `about_id`
 * (throws the database's error credit_entry_return_check). Does not count as a top-up: a warning of few credits stays given.
 */
export async function returnCredits(trx: Transaction<DB>, move: CreditMove): Promise<void> {
  if (move.credits === 0) return
  await enter(trx, { ...lineOf(move), kind: 'return', delta: move.credits })
}

/** The credits of a package's year, in the platform's schema; `key` names the year, which is credited once. */
export async function includeCredits(
  trx: Transaction<DB>,
  entity_id: string,
  credits: number,
  key: string,
): Promise<void> {
  if (credits === 0) return
  await enter(trx, { entity_id, kind: 'included', delta: credits, key })
  // However few they are: a shortage is told once a year.
  await forgetWarning(trx, entity_id)
}

/** The credits of a paid invoice, once whatever says that it is paid; in the platform's schema. */
export async function addBoughtCredits(
  trx: Transaction<DB>,
  entity_id: string,
  credits: number,
  invoice_id: string,
): Promise<void> {
  const about = { about: 'platform_invoice', about_id: invoice_id, key: `invoice:${invoice_id}` }
  await enter(trx, { entity_id, kind: 'topup', delta: credits, ...about })
  await forgetWarning(trx, entity_id, fewCredits)
}

/** Credits that an operator gives, or takes if negative, for a reason; in the platform's schema. Returns the new balance. */
export async function grantCredits(
  trx: Transaction<DB>,
  by: Pick<Actor, 'id'>,
  { entity_id, change, reason }: { entity_id: string; change: number; reason: string },
): Promise<number> {
  const balance = await enter(trx, { entity_id, kind: 'grant', delta: change, reason, created_by: by.id })
  await forgetWarning(trx, entity_id, fewCredits)
  return balance!
}

/** How often credits came back for `about_id`, in its organisation's transaction. */
export async function timesReturned(db: Kysely<DB>, about_id: string): Promise<number> {
  const { times } = await db
    .selectFrom('platform.credit_entry')
    .select(({ fn }) => fn.countAll<number>().as('times'))
    .where('about_id', '=', about_id)
    .where('kind', '=', 'return')
    .executeTakeFirstOrThrow()
  return times
}

interface Line {
  entity_id?: string
  kind: 'included' | 'topup' | 'grant' | 'reserve' | 'return'
  delta: number
  about?: string
  about_id?: string
  key?: string
  reason?: string
  created_by?: string | null
}

const lineOf = ({ about, about_id, key, entity_id, by }: CreditMove) => ({
  ...{ about, about_id, key, created_by: by?.id ?? null },
  ...(entity_id ? { entity_id } : {}),
})

/** Writes a line, which moves the balance; returns it, or undefined if the line was written before. */
async function enter(trx: Transaction<DB>, line: Line): Promise<number | undefined> {
  const written = await trx
    .insertInto('platform.credit_entry')
    .values({ id: newId(), ...line })
    .returning('balance')
    .executeTakeFirst()
  return written?.balance
}

async function isWritten(trx: Transaction<DB>, entity_id: string, key: string): Promise<boolean> {
  const row = await trx
    .selectFrom('platform.credit_entry')
    .select('id')
    .where('entity_id', '=', entity_id)
    .where('key', '=', key)
    .executeTakeFirst()
  return row !== undefined
}

/** A tenant's transaction knows its organisation; the platform's has none. */
const entityOf = (entity_id: string | undefined) =>
  entity_id ? sql<string>`${entity_id}::uuid` : sql<string>`platform.current_entity()`
