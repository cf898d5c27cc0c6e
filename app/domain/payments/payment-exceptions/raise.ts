import { type Insertable, sql, type Transaction } from 'kysely'
import type { LockedAttempt } from '#app/domain/payments/attempts/locked-attempt.ts'
import { payeeOf } from '#app/domain/payments/attempts/payees/payees.ts'
import { isPlatforms } from '#app/domain/payments/attempts/purpose.ts'
import type { Report } from '#app/integrations/gateway/gateway.ts'
import { dialectOf } from '#app/integrations/gateway/gateways.ts'
import { fixedQuery } from '#db/fixed-query.ts'
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import type { Different, ExceptionKind } from './exception.ts'
import { tellOperators, tellStaff } from './tell.ts'

interface Raised {
  kind: Exclude<ExceptionKind, 'orphan'>
  /** Null when it is the gateway's silence that needs a person. */
  ac: Report | null
  message_id: string | null
  /** Where its money stands. */
  payment_id: string | null
  differing?: readonly string[]
  /** Where only a part of what the gateway says is in doubt. */
  amount_sen?: number | null
}

/** Onto the desk of the organisation, or of the operators where the platform is paid, once, however often the gateway repeats itself; the first time people are told. */
export async function raiseException(
  trx: Transaction<DB>,
  attempt: LockedAttempt,
  { kind, ac, message_id, payment_id, differing = [], amount_sen }: Raised,
): Promise<void> {
  const raised = await insertOnce(trx, {
    ...told(ac),
    ...(amount_sen === undefined ? {} : { amount_sen }),
    // Each sum that goes back of one payment is a thing of its own.
    ...(kind === 'reversed' && ac ? { transaction_id: `${ac.txn_id}/${ac.amount_sen}` } : {}),
    kind,
    message_id,
    payment_id,
    attempt_id: attempt.id,
    order_no: attempt.order_no,
    payer: attempt.buyer_name,
    bank: attempt.bank_name,
    expected_sen: attempt.amount_sen,
    branch_ids: await payeeOf(attempt.purpose).branchesOf(trx, attempt.id),
    differences: JSON.stringify(ac ? differenceOf(ac, attempt.request_fields, differing) : []),
  })
  if (raised) await (isPlatforms(attempt.purpose) ? tellOperators : tellStaff)(trx, raised)
}

/** A signed message about an order that nobody made, onto the operator's desk; at the platform's place. */
export async function raiseOrphan(trx: Transaction<DB>, ac: Report, message_id: string): Promise<void> {
  const raised = await insertOnce(trx, {
    ...told(ac),
    kind: 'orphan',
    message_id,
    order_no: ac.exchange_order_no.slice(0, 40),
    payer: null,
    bank: ac.bank_name.slice(0, 100) || ac.bank_code.slice(0, 20) || null,
  })
  if (raised) await tellOperators(trx, raised)
}

/** Its id, where it is new. */
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

function told(ac: Report | null) {
  return {
    transaction_id: ac?.txn_id.slice(0, 40) || null,
    response_code: ac?.debit_code.slice(0, 20) || null,
    bank_reference: ac?.debit_no.slice(0, 40) || null,
    amount_sen: ac?.amount_sen ?? null,
  }
}

function differenceOf(
  ac: Report,
  asked: Readonly<Record<string, string>>,
  differing: readonly string[],
): Different[] {
  const received: Readonly<Record<string, string>> = ac.fields
  return differing.map((field) => ({
    field,
    expected: asked[field] ?? '',
    received: (received[field] ?? '').slice(0, 200),
  }))
}

/**
 * The gateway has decided after all: what waited for that is settled by itself. A message in doubt about another transaction is
 * not, since its money may have moved besides. `second`: the order was decided before; only a message in doubt about this
 * very transaction waited.
 */
export async function settleExceptions(
  trx: Transaction<DB>,
  { id: attempt_id, gateway }: Pick<LockedAttempt, 'id' | 'gateway'>,
  { transaction_id, payment_id, second }: { transaction_id: string; payment_id: string; second: boolean },
): Promise<void> {
  const settling = second ? settledOfSecond : settledOfOrder
  await settling(trx, attempt_id, transaction_id, payment_id, dialectOf(gateway).label)
}

const settledAll = (second: boolean) =>
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

const settledOfOrder = settledAll(false)
const settledOfSecond = settledAll(true)
