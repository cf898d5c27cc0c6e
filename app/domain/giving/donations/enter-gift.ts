import { sql, type Transaction } from 'kysely'
import type { Actor } from '#app/domain/core/actor.ts'
import { record } from '#app/domain/core/audit.ts'
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import { type GivingKind, isOpenOn } from './giving.ts'

/** A gift whose money comes. */
export interface Gift {
  id: string
  kind: GivingKind
  type_id: string
  /** What its type is called. */
  type: string
  branch_id: string
  amount_sen: number
}

interface Entered {
  payment_id: string
  /** What came for the fund, the payer's fee not counted; seldom another sum than was asked for. */
  sen: number
  posting: { paid_on: string; today: string }
}

/** The payment is this gift's, and its fund has the money, whole; a fee that the organisation bears is not the fund's to bear. */
export async function enterGift(
  trx: Transaction<DB>,
  actor: Actor,
  { id, kind, type_id, type }: Gift,
  { payment_id, sen, posting }: Entered,
): Promise<void> {
  const { paid_on } = posting
  const after_close = !(await takesOn(trx, kind, type_id, paid_on, id))
  await trx
    .updateTable('donation')
    .set({ payment_id, amount_sen: sen, after_close })
    .where('id', '=', id)
    .where('payment_id', 'is', null)
    .returning('id')
    .executeTakeFirstOrThrow()
  await trx
    .insertInto('fund_entry')
    .values({
      ...{ id: newId(), kind, [`${kind}_type_id`]: type_id, entered_on: paid_on, delta_sen: sen },
      ...{ reason: 'gift', donation_id: id, created_by: actor.id },
    })
    .execute()
  await record(
    trx,
    actor,
    'donation.received',
    { type: 'donation', id },
    { after: { type, amount_sen: sen, ...(after_close ? { after_close } : {}) } },
  )
}

/** Whether its type still took gifts on that day; of zakat also whether the letter by which it began still held. */
async function takesOn(
  trx: Transaction<DB>,
  kind: GivingKind,
  type_id: string,
  on: string,
  donation_id: string,
) {
  const row = await trx
    .selectFrom(`${kind}_type` as 'infaq_type')
    .select(['opens_on', 'closes_on'])
    .where('id', '=', type_id)
    .executeTakeFirstOrThrow()
  if (!isOpenOn(row, on)) return false
  if (kind === 'infaq') return true
  const { valid } = await trx
    .selectFrom('donation')
    .select(sql<boolean>`${on}::date <= (appointment ->> 'valid_to')::date`.as('valid'))
    .where('id', '=', donation_id)
    .executeTakeFirstOrThrow()
  return valid
}
