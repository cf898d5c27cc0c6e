import { type Kysely, sql, type Transaction } from 'kysely'
import { rolesWith } from '#app/domain/core/access/access.ts'
import { operatorsWho } from '#app/domain/core/access/operators-who.ts'
import { accountsToTell } from '#app/domain/identity/accounts/to-tell.ts'
import { enqueue, enqueueFor, enqueueFromJob } from '#app/outbox/enqueue.ts'
import type { DB } from '#db/types.ts'
import { patienceDays } from './exception.ts'

/** A mail to each of the organisation who may settle it, and the operators' turn after that. */
export async function tellStaff(trx: Transaction<DB>, exception_id: string): Promise<void> {
  for (const { id } of await staffToTell(trx).execute())
    await enqueue(trx, 'exception.mail', { user_id: id, exception_id })
  // Whom an operator is, an organisation does not know: its worker asks at the platform's place.
  await enqueue(trx, 'exception.notify_operators', { exception_id })
}

/** The daily reminder to those whose they are; each of them gets one of a job, however often that is run. */
export async function remindOwners(trx: Transaction<DB>, job: { id: string }): Promise<void> {
  const owners = await trx
    .selectFrom('platform.payment_exception')
    .select('owner_id')
    .distinct()
    .where(isOld)
    .where('owner_id', 'is not', null)
    .execute()
  for (const { owner_id: id } of owners)
    await enqueueFromJob(trx, job, 'exception.mail', { user_id: id!, exception_id: null }, id!)
}

/** At the platform's place, of a message of nobody. */
export async function tellOperators(trx: Transaction<DB>, exception_id: string): Promise<void> {
  for (const { id } of await operatorsToTell(trx).execute())
    await enqueue(trx, 'exception.mail_operator', { operator_id: id, exception_id })
}

/** The same for a job, of which each gets one; null: the daily reminder. */
export async function tellOperatorsFromJob(
  trx: Transaction<DB>,
  job: { id: string },
  exception_id: string | null,
): Promise<void> {
  for (const { id } of await operatorsToTell(trx).execute())
    await enqueueFromJob(trx, job, 'exception.mail_operator', { operator_id: id, exception_id }, id)
}

const told = rolesWith('payment_exception.approve')
const settling = rolesWith('payment_exception.settle')

/** Active accounts with an address whose roles may settle what concerns money. */
export function staffToTell(db: Kysely<DB>) {
  return accountsToTell(db).where(sql<boolean>`roles && ${told}::text[]`)
}

/** Also those whom one was handed over to, as far as their branch goes. */
export function settlersToTell(db: Kysely<DB>) {
  return accountsToTell(db).where(sql<boolean>`roles && ${settling}::text[]`)
}

export const operatorsToTell = (db: Kysely<DB>) => operatorsWho(db, 'admin.payment_exception.settle')

/** How many stand open for long that nobody has taken, or that are somebody's, and their sum; of all at the platform's place. */
export async function forgotten(
  db: Kysely<DB>,
  owner_id: string | null = null,
): Promise<{ count: number; sen: number }> {
  return db
    .selectFrom('platform.payment_exception')
    .select([sql<number>`count(*)`.as('count'), sql<number>`coalesce(sum(amount_sen), 0)`.as('sen')])
    .where(isOld)
    .where('owner_id', owner_id ? '=' : 'is', owner_id)
    .executeTakeFirstOrThrow()
}

/** Days of the doubt before it came to the desk: the gateway was waited for, an approver for all his time. */
const daysBefore = sql`case kind when 'no_answer' then 3 when 'approval_late' then ${sql.lit(patienceDays - 1)} else 0 end`

/** In the morning before it is a week old. */
export const isOld = sql<boolean>`state <> 'resolved'
  and raised_at < now() - (${sql.lit(patienceDays - 1)} - ${daysBefore}) * interval '1 day'`

export const isForgotten = sql<boolean>`${isOld} and owner_id is null`

/**
 * Asks each organisation that has some to give them to somebody and to remind who has them, and reminds the operators of
 * what still is nobody's; at the platform's place.
 */
export async function remindAll(trx: Transaction<DB>, job: { id: string }): Promise<number> {
  const rows = await trx
    .selectFrom('platform.payment_exception')
    .select(['entity_id', sql<boolean>`bool_or(owner_id is null)`.as('unowned')])
    .where(isOld)
    .groupBy('entity_id')
    .execute()
  const reminders = rows.flatMap(({ entity_id }) => (entity_id ? [{ entity_id, payload: {} }] : []))
  await enqueueFor(trx, 'exception.remind', reminders, job)
  if (rows.some(({ unowned }) => unowned)) await tellOperatorsFromJob(trx, job, null)
  return rows.length
}
