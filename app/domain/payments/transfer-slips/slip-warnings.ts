import { type Kysely, sql } from 'kysely'
import type { RowScope } from '#app/domain/core/actor.ts'
import { paymentsInScope } from '#app/domain/core/invoicing/payment-scope.ts'
import { onStatement } from '#app/domain/payments/payments/payment.ts'
import type { DB } from '#db/types.ts'
import { bareReference, slipsIn } from './find-slips.ts'
import type { MatchingPayment, SlipWarning } from './transfer-slip.ts'

interface Shown {
  id: string
  parent_id: string
  reference_no: string
  file_hash: string
  amount_sen: number
  paid_on: string
  payment_id: string | null
}

/** Warnings listed per kind. */
const most = 5
/** Shorter references may be part of another by chance. */
const tellingLength = 6
/** Days by which the bank's date may differ from the sender's. */
const nearDays = 3

/** Other slips and payments with the same reference or picture, except the slip's own payment. */
export async function slipWarnings(db: Kysely<DB>, scope: RowScope, slip: Shown): Promise<SlipWarning[]> {
  const mine = bareReference(slip.reference_no)
  const inReach = slipsIn(db, scope).select('transfer_slip.id')
  const others = (kind: 'reference' | 'picture') =>
    db
      .selectFrom('transfer_slip')
      .innerJoin('invoice', 'invoice.id', 'transfer_slip.invoice_id')
      .select(['transfer_slip.id', 'invoice.number'])
      .select((eb) => eb('transfer_slip.id', 'in', inReach).as('reached'))
      .select(sql<SlipWarning['kind']>`${kind}`.as('kind'))
      .where('transfer_slip.id', '<>', slip.id)
      .where(
        kind === 'picture'
          ? sql<boolean>`transfer_slip.file_hash = ${slip.file_hash}`
          : sql<boolean>`${bareReference(sql.ref('transfer_slip.reference_no'))} = ${mine}`,
      )
      .orderBy('transfer_slip.id', 'desc')
      .limit(most)
      .execute()
  const paid = db
    .selectFrom('payment')
    .select(['payment.id', 'payment.number', sql<boolean>`${paymentsInScope(scope)}`.as('reached')])
    .select(sql<SlipWarning['kind']>`'paid'`.as('kind'))
    .where(sql<boolean>`${bareReference(sql.ref('payment.reference_no'))} = ${mine}`)
    .where('payment.reference_no', 'is not', null)
    .where('payment.status', '=', 'paid')
    .where(sql<boolean>`payment.id is distinct from ${slip.payment_id}::uuid`)
    .orderBy('payment.id', 'desc')
    .limit(most)
    .execute()
  const found = await Promise.all([others('reference'), others('picture'), paid])
  return found.flat().map(({ id, number, kind, reached }) => ({
    kind,
    ...(reached ? { id, number } : { id: null, number: null }),
  }))
}

/**
 * Payments of the family that may be the transfer of an open slip, e.g. from a bank statement: matched by reference, or by
 * amount and date if no other slip claims it. Certain matches first.
 */
export async function matchingPayments(db: Kysely<DB>, slip: Shown): Promise<MatchingPayment[]> {
  const [theirs, mine] = [bareReference(sql.ref('payment.reference_no')), bareReference(slip.reference_no)]
  const says = sql<boolean>`(${theirs} = ${mine}
    or (char_length(${mine}) >= ${tellingLength} and position(${mine} in ${theirs}) > 0)) is true`
  const like = sql<boolean>`payment.amount_sen = ${slip.amount_sen}
    and abs(payment.paid_on - ${slip.paid_on}::date) <= ${nearDays}
    and not exists (select from transfer_slip where transfer_slip.payment_id = payment.id)`
  const rows = await db
    .selectFrom('payment')
    .select(['payment.id', 'payment.number', 'payment.paid_on', 'payment.amount_sen', 'payment.reference_no'])
    .select(says.as('certain'))
    .where('payment.payer_parent_id', '=', slip.parent_id)
    .where('payment.method', 'in', onStatement)
    .where('payment.status', '=', 'paid')
    .where(sql<boolean>`(${says} or (${like}))`)
    .orderBy('certain', 'desc')
    .orderBy('payment.id', 'desc')
    .limit(most)
    .execute()
  return rows
}
