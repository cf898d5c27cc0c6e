import { sql, type Transaction } from 'kysely'
import { refuseClosedMonth } from '#app/domain/accounting/months/month.ts'
import { systemActor } from '#app/domain/core/actor.ts'
import { record } from '#app/domain/core/audit.ts'
import { type Holiday, holidaysOf } from '#app/domain/core/holidays/holiday.ts'
import type { wentOut } from '#app/domain/core/invoicing/payment.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { fixedInsert } from '#db/fixed-query.ts'
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import { type CollectionSource, isReceived, settlementDay } from './collection.ts'

interface IncomingMoney {
  payment_id: string
  branch_id: string
  source: CollectionSource
  method: string
  collected_on: string
  /** The receipt number, by which operator and organisation refer to the payment. */
  reference: string
  gateway_transaction_id: string | null
  /** Paid by the payer, fees included. */
  gross_sen: number
  payer_fee_sen: number
  tenant_fee_sen: number
  /** Rounding of cash: received minus `gross_sen`. */
  rounding_sen?: number | undefined
  /** All public holidays, if they were read already. */
  holidays?: readonly Holiday[] | undefined
}

/**
 * Records received money in `collection` and in the platform's ledger, in the transaction that posts the payment. The
 * rounding of cash is a line of its own, so that both add up to the cash in the drawer. Money that the organisation took
 * itself never passes through the platform and has no settlement day.
 */
export async function collect(
  trx: Transaction<DB>,
  { rounding_sen = 0, ...money }: IncomingMoney,
): Promise<void> {
  await insertIncoming(trx, money)
  if (rounding_sen !== 0)
    await insertIncoming(trx, { ...money, source: 'rounding', status: 'rounded', gross_sen: rounding_sen })
}

async function insertIncoming(
  trx: Transaction<DB>,
  money: Omit<IncomingMoney, 'rounding_sen'> & { status?: 'rounded' },
): Promise<void> {
  const { payment_id, branch_id, reference, gateway_transaction_id, holidays, ...common } = money
  const throughPlatform = money.method === 'fpx'
  const row = {
    ...common,
    net_sen: money.gross_sen - money.payer_fee_sen - money.tenant_fee_sen,
    settles_on: throughPlatform
      ? settlementDay(money.collected_on, holidays ?? (await holidaysOf(trx)))
      : null,
  }
  const collection_id = newId()
  const line = { id: newId(), collection_id, reference, gateway_transaction_id, ...row }
  await Promise.all([
    insertCollection(trx, { id: collection_id, payment_id, branch_id, ...row }),
    trx
      .insertInto('platform.ledger')
      .values({ ...line, ...(throughPlatform ? { model: modelOf(payment_id) } : {}) })
      .execute(),
  ])
}

const insertCollection = fixedInsert('collection')

/** The FPX model of a payment, by which the bank charges. */
const modelOf = (payment_id: string) => sql<string | null>`(select model from payment
  join payment_attempt on payment_attempt.id = coalesce(payment.attempt_id, payment.second_debit_of)
  where payment.id = ${payment_id} and model in ('B2C', 'B2B1'))`

/**
 * Reverses the collection of a cancelled payment: marks its line in both books and adds the opposite line on the day of
 * cancelling, so that the sums of past days do not change. Refuses money paid out (payment.paid_out), and a day in a closed
 * month.
 */
export async function reverseCollection(
  trx: Transaction<DB>,
  payment_id: string,
  today: string,
): Promise<void> {
  await refuseClosedMonth(trx, today)
  const line = await incomingLine(trx, payment_id)
  if (line.status === 'paid_out')
    throw new Refusal('payment.paid_out').blockedBy({ to: 'payment', id: payment_id })
  await trx.updateTable('collection').set({ status: 'reversed' }).where('id', '=', line.id).execute()
  // The ledger may know of a payout before the organisation's collection does.
  const { numUpdatedRows } = await trx
    .updateTable('platform.ledger')
    .set({ status: 'reversed', updated_at: sql<Date>`now()` })
    .where('collection_id', '=', line.id)
    .where('status', '<>', 'paid_out')
    .executeTakeFirstOrThrow()
  if (numUpdatedRows !== 1n)
    throw new Refusal('payment.paid_out').blockedBy({ to: 'payment', id: payment_id })
  await insertOutgoing(trx, line, today, { ...line, status: 'reversed' })
  const rounding = await roundingOf(trx, payment_id)
  if (rounding) await insertOutgoing(trx, rounding, today, { ...rounding, status: 'reversed' })
}

/**
 * Records a refund of `sen` of a valid payment, made by the organisation itself, as a line in both books on its day. The
 * payment is still paid out in full. Refuses a day in a closed month.
 */
export async function refundCollection(
  trx: Transaction<DB>,
  payment_id: string,
  { sen, on }: { sen: number; on: string },
): Promise<void> {
  await refuseClosedMonth(trx, on)
  const line = await incomingLine(trx, payment_id)
  const fees = { payer_fee_sen: 0, tenant_fee_sen: 0 }
  await insertOutgoing(trx, line, on, { gross_sen: sen, net_sen: sen, ...fees, status: 'refunded' })
}

type Line = Awaited<ReturnType<typeof incomingLine>>

/** The incoming line of a payment, with its data in the ledger; locked. */
const incomingLine = (trx: Transaction<DB>, payment_id: string) =>
  linesOf(trx, payment_id).where('collection.source', '<>', 'rounding').executeTakeFirstOrThrow()

/** The line of a payment's rounding, if any; locked. */
const roundingOf = (trx: Transaction<DB>, payment_id: string) =>
  linesOf(trx, payment_id).where('collection.source', '=', 'rounding').executeTakeFirst()

function linesOf(trx: Transaction<DB>, payment_id: string) {
  return trx
    .selectFrom('collection')
    .innerJoin('platform.ledger as ledger', 'ledger.collection_id', 'collection.id')
    .select(['collection.id', 'collection.status', 'collection.payment_id', 'collection.branch_id'])
    .select(['collection.source', 'collection.method', 'collection.gross_sen', 'collection.net_sen'])
    .select(['collection.payer_fee_sen', 'collection.tenant_fee_sen'])
    .select(['ledger.reference', 'ledger.gateway_transaction_id', 'ledger.model'])
    .where('collection.payment_id', '=', payment_id)
    .where(isReceived)
    .forUpdate('collection')
}

type OutgoingSums = Pick<Line, 'gross_sen' | 'payer_fee_sen' | 'tenant_fee_sen' | 'net_sen'> & {
  status: (typeof wentOut)[number]
}

/** Inserts a line with the negative of these sums in both books. */
async function insertOutgoing(
  trx: Transaction<DB>,
  line: Line,
  on: string,
  { status, ...sums }: OutgoingSums,
): Promise<void> {
  const { payment_id, branch_id, source, method, reference, gateway_transaction_id, model } = line
  const collection_id = newId()
  const row = {
    ...{ source, method, collected_on: on, status },
    gross_sen: -sums.gross_sen,
    payer_fee_sen: -sums.payer_fee_sen,
    tenant_fee_sen: -sums.tenant_fee_sen,
    net_sen: -sums.net_sen,
  }
  await trx
    .insertInto('collection')
    .values({ id: collection_id, payment_id, branch_id, ...row })
    .execute()
  await trx
    .insertInto('platform.ledger')
    .values({ id: newId(), collection_id, reference, gateway_transaction_id, model, ...row })
    .execute()
}

/** Marks the lines that banks have settled by today as settled in both books. Returns their number; safe to repeat. */
export async function settleCollections(trx: Transaction<DB>, today: string): Promise<number> {
  const settled = await trx
    .updateTable('collection')
    .set({ status: 'settled' })
    .where('status', '=', 'collected')
    .where('settles_on', '<=', today)
    .returning(['id', 'net_sen'])
    .execute()
  if (settled.length === 0) return 0
  await trx
    .updateTable('platform.ledger')
    .set({ status: 'settled', updated_at: sql<Date>`now()` })
    .where(sql<boolean>`collection_id = any(${settled.map(({ id }) => id)}::uuid[])`)
    .where('status', '=', 'collected')
    .execute()
  const net_sen = settled.reduce((sum, line) => sum + line.net_sen, 0)
  await record(
    trx,
    systemActor,
    'collection.settled',
    { type: 'collection', id: null },
    { after: { count: settled.length, net_sen, settles_on: today } },
  )
  return settled.length
}
