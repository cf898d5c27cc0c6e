import type { Insertable } from 'kysely'
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import { insert, type Row, type Trx } from '../database/factories.ts'
import { payment } from '../database/money-factories.ts'
import { dayOf, noonOf, text } from './told.ts'

/** A payment and its line in both books; the last is taken back, which is a line more. */
export async function moneyIn(
  trx: Trx,
  index: number,
  given: { branch_id?: string; payer_parent_id?: string; received_by?: string; amount_sen: number },
) {
  const [first, last] = [index === 0, index === 2]
  const row = await payment(trx, {
    ...given,
    ...{ paid_on: dayOf(index), method: first ? 'bank_transfer' : 'cash' },
    ...(first ? { number: text, payer_name: text, status: 'failed' } : {}),
    ...(last ? { status: 'cancelled', cancel_reason: 'Tersilap' } : {}),
  })
  const line = {
    ...{ source: first ? 'infaq' : 'invoice', method: first ? 'fpx' : 'cash', collected_on: dayOf(index) },
    ...{ gross_sen: row.amount_sen, payer_fee_sen: 100, net_sen: row.amount_sen - 100 },
    status: first ? 'settled' : last ? 'reversed' : 'collected',
  }
  await entered(trx, row, line)
  if (last)
    await entered(trx, row, {
      ...line,
      ...{ gross_sen: -line.gross_sen, payer_fee_sen: -line.payer_fee_sen, net_sen: -line.net_sen },
    })
  return row
}

type Line = Pick<Insertable<DB['collection']>, 'source' | 'method' | 'collected_on' | 'status'> &
  Record<'gross_sen' | 'payer_fee_sen' | 'net_sen', number>

async function entered(
  trx: Trx,
  { id: payment_id, branch_id, number: reference }: Row<'payment'>,
  line: Line,
) {
  const { id } = await insert(trx, 'collection', { id: newId(), payment_id, branch_id, ...line })
  await trx
    .insertInto('platform.ledger')
    .values({ id: newId(), collection_id: id, reference, ...line })
    .execute()
}

/** A payment that was cancelled; the first of them by transfer, elsewhere, on another day and as somebody had asked. */
export async function takenBack(
  trx: Trx,
  index: number,
  { branch_id, far_id, user_id, asker_id }: Record<'branch_id' | 'far_id' | 'user_id' | 'asker_id', string>,
) {
  const first = index === 0
  const row = await payment(trx, {
    ...{ branch_id: first ? far_id : branch_id, amount_sen: 700 + index, paid_on: dayOf(index) },
    ...{ status: 'cancelled', cancel_reason: 'Tersilap taip', cancelled_at: noonOf(index) },
    ...{ cancelled_by: user_id, payer_name: first ? text : 'Puan Ibu' },
    ...(first ? { method: 'bank_transfer', reference_no: 'MBB 1' } : {}),
  })
  if (first)
    await insert(trx, 'cancel_request', {
      ...{ id: newId(), kind: 'payment', payment_id: row.id, branch_id: far_id, reason: 'Tersilap taip' },
      ...{ requested_by: asker_id, requested_at: noonOf(1), state: 'approved' },
      ...{ decided_by: user_id, decided_at: noonOf(index) },
    })
}
