import { type Insertable, type Kysely, sql, type Transaction } from 'kysely'
import { rolesWith } from '#app/domain/core/access/access.ts'
import { operatorsWho } from '#app/domain/core/access/operator-access.ts'
import { payeeOf } from '#app/domain/gateways/answers/payees.ts'
import { notifiableAccounts } from '#app/domain/identity/accounts/accounts.ts'
import { isForPlatform } from '#app/domain/payments/attempts/attempt.ts'
import type { LockedAttempt } from '#app/domain/payments/attempts/locked-attempt.ts'
import type { Report } from '#app/integrations/gateway/gateway.ts'
import { dialectOf } from '#app/integrations/gateway/gateways.ts'
import { enqueue, enqueueFor, enqueueFromJob } from '#app/outbox/enqueue.ts'
import { fixedQuery } from '#db/fixed-query.ts'
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import { type Different, type ExceptionKind, patienceDays } from './exception.ts'

interface Raised {
  kind: Exclude<ExceptionKind, 'orphan'>
  /** Null where the gateway did not answer. */
  report: Report | null
  message_id: string | null
  /** The payment that the money was posted as. */
  payment_id: string | null
  differing?: readonly string[]
  /** Where only a part of the reported amount needs checking. */
  amount_sen?: number | null
}

/**
 * Raises an exception for the organisation, or for the operators if the platform is paid: once, however often the gateway
 * repeats its message. Notifies them when it is new.
 */
export async function raiseException(
  trx: Transaction<DB>,
  attempt: LockedAttempt,
  { kind, report, message_id, payment_id, differing = [], amount_sen }: Raised,
): Promise<void> {
  const raised = await insertOnce(trx, {
    ...reportedBy(report),
    ...(amount_sen === undefined ? {} : { amount_sen }),
    // Each refunded total of a payment is an exception of its own.
    ...(kind === 'reversed' && report ? { transaction_id: `${report.txn_id}/${report.amount_sen}` } : {}),
    kind,
    message_id,
    payment_id,
    attempt_id: attempt.id,
    order_no: attempt.order_no,
    payer: attempt.buyer_name,
    bank: attempt.bank_name,
    expected_sen: attempt.amount_sen,
    branch_ids: await payeeOf(attempt.purpose).branchesOf(trx, attempt.id),
    differences: JSON.stringify(report ? differenceOf(report, attempt.request_fields, differing) : []),
  })
  if (raised) await (isForPlatform(attempt.purpose) ? notifyOperators : notifyStaff)(trx, raised)
}

/** Raises an exception for a signed message with an unknown order, for the operators. Runs on the platform schema. */
export async function raiseOrphan(trx: Transaction<DB>, report: Report, message_id: string): Promise<void> {
  const raised = await insertOnce(trx, {
    ...reportedBy(report),
    kind: 'orphan',
    message_id,
    order_no: report.exchange_order_no.slice(0, 40),
    payer: null,
    bank: report.bank_name.slice(0, 100) || report.bank_code.slice(0, 20) || null,
  })
  if (raised) await notifyOperators(trx, raised)
}

/** Returns its id if it is new. */
async function insertOnce(
  trx: Transaction<DB>,
  row: Omit<Insertable<DB['platform.payment_exception']>, 'id'>,
): Promise<string | undefined> {
  const raised = await trx
    .insertInto('platform.payment_exception')
    .values({ ...row, id: newId() })
    .onConflict((conflict) => conflict.constraint('payment_exception_once_key').doNothing())
    .returning('id')
    .executeTakeFirst()
  return raised?.id
}

function reportedBy(report: Report | null) {
  return {
    transaction_id: report?.txn_id.slice(0, 40) || null,
    response_code: report?.debit_code.slice(0, 20) || null,
    bank_reference: report?.debit_no.slice(0, 40) || null,
    amount_sen: report?.amount_sen ?? null,
  }
}

function differenceOf(
  report: Report,
  asked: Readonly<Record<string, string>>,
  differing: readonly string[],
): Different[] {
  const received: Readonly<Record<string, string>> = report.fields
  return differing.map((field) => ({
    field,
    expected: asked[field] ?? '',
    received: (received[field] ?? '').slice(0, 200),
  }))
}

/**
 * Resolves the exceptions of an attempt that a final answer of the gateway settles, except dubious messages about another
 * transaction, whose money may have moved too. `second`: the order was decided before, so only dubious messages about this
 * transaction are settled.
 */
export async function settleExceptions(
  trx: Transaction<DB>,
  { id: attempt_id, gateway }: Pick<LockedAttempt, 'id' | 'gateway'>,
  { transaction_id, payment_id, second }: { transaction_id: string; payment_id: string; second: boolean },
): Promise<void> {
  const settling = second ? settleBySecond : settleByOrder
  await settling(trx, attempt_id, transaction_id, payment_id, dialectOf(gateway).label)
}

const settleQuery = (second: boolean) =>
  fixedQuery((db, attempt_id: string, transaction_id: string, payment_id: string, resolver: string) =>
    db
      .updateTable('platform.payment_exception')
      .set({
        ...{ state: 'resolved', resolution: 'settled', resolver, resolved_at: sql<Date>`now()` },
        ...{ refunded_on: null, reference: null, proposed_by: null, proposer: null, proposed_at: null },
        payment_id,
        version: sql`version + 1`,
      })
      .where('attempt_id', '=', attempt_id)
      .where('state', '<>', 'resolved')
      .where((eb) => {
        const same = eb.and([eb('kind', '=', 'mismatch'), eb('transaction_id', '=', transaction_id)])
        if (second) return same
        return eb.or([
          same,
          eb.and([eb('kind', '=', 'mismatch'), eb('transaction_id', 'is', null)]),
          eb('kind', 'in', ['no_answer', 'approval_late', 'bank_problem']),
        ])
      }),
  )

const settleByOrder = settleQuery(false)
const settleBySecond = settleQuery(true)

/** Enqueues mails to the staff who may approve exceptions, and a job that notifies the operators. */
async function notifyStaff(trx: Transaction<DB>, exception_id: string): Promise<void> {
  for (const { id } of await staffToNotify(trx).execute())
    await enqueue(trx, 'exception.mail', { user_id: id, exception_id })
  // The organisation's role cannot read operators, so a job does on the platform schema.
  await enqueue(trx, 'exception.notify_operators', { exception_id })
}

/** Enqueues the daily reminder to each owner of old exceptions, once per job, however often it runs. */
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

/** Enqueues mails to operators. Runs on the platform schema. */
async function notifyOperators(trx: Transaction<DB>, exception_id: string): Promise<void> {
  for (const { id } of await operatorsToNotify(trx).execute())
    await enqueue(trx, 'exception.mail_operator', { operator_id: id, exception_id })
}

/** Enqueues mails to operators once per job; null: the daily reminder. Runs on the platform schema. */
export async function notifyOperatorsFromJob(
  trx: Transaction<DB>,
  job: { id: string },
  exception_id: string | null,
): Promise<void> {
  for (const { id } of await operatorsToNotify(trx).execute())
    await enqueueFromJob(trx, job, 'exception.mail_operator', { operator_id: id, exception_id }, id)
}

const decidingRoles = rolesWith('payment_exception.approve')
const settlingRoles = rolesWith('payment_exception.settle')

/** Accounts with an address that may approve exceptions. */
export function staffToNotify(db: Kysely<DB>) {
  return notifiableAccounts(db).where(sql<boolean>`roles && ${decidingRoles}::text[]`)
}

/** Accounts with an address that may settle exceptions, also of some branches only. */
export function settlersToNotify(db: Kysely<DB>) {
  return notifiableAccounts(db).where(sql<boolean>`roles && ${settlingRoles}::text[]`)
}

export const operatorsToNotify = (db: Kysely<DB>) => operatorsWho(db, 'admin.payment_exception.settle')

/** Count and sum of old exceptions of an owner, or of unassigned ones; on the platform schema of all organisations. */
export async function unattendedSums(
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

/** Days before an exception was raised: waiting for the gateway's answer, or for an approver. */
const daysBefore = sql`case kind when 'no_answer' then 3 when 'approval_late' then ${sql.lit(patienceDays - 1)} else 0 end`

/** SQL condition: open since the payment for almost {@link patienceDays}, so that the morning run acts before they are over. */
export const isOld = sql<boolean>`state <> 'resolved'
  and raised_at < now() - (${sql.lit(patienceDays - 1)} - ${daysBefore}) * interval '1 day'`

export const isUnattended = sql<boolean>`${isOld} and owner_id is null`

/**
 * Enqueues a job for each organisation with old exceptions, which assigns them and reminds their owners, and reminds
 * operators of unassigned ones. Runs on the platform schema.
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
  if (rows.some(({ unowned }) => unowned)) await notifyOperatorsFromJob(trx, job, null)
  return rows.length
}
