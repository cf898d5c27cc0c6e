import type { Insertable } from 'kysely'
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import { insert, type Row, type Trx } from '../database/factories.ts'
import { payment } from '../database/money-factories.ts'
import { dayOf, text } from './told.ts'

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
