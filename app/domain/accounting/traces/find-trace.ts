import { type Kysely, sql } from 'kysely'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { DB } from '#db/types.ts'

/** Of several that are called so, such as the first receipt of each organisation. */
const most = 50

/**
 * Lines by which money came in, of whatever the platform calls by a text: a receipt, the bank's or CHIP's number of a
 * payment, our order number, or a payout by its number or the bank's reference. At the platform's place.
 */
export async function linesCalled(db: Kysely<DB>, asked: string) {
  const text = asked.trim()
  if (text === '') return []
  return lines(db)
    .where((eb) =>
      eb.or([
        eb(sql`upper(ledger.reference)`, '=', text.toUpperCase()),
        eb('ledger.gateway_transaction_id', '=', text),
        eb(
          'ledger.payout_id',
          'in',
          eb
            .selectFrom('platform.payout as out')
            .select('out.id')
            .where((out) =>
              out.or([out('out.number', '=', text.toUpperCase()), out('out.bank_reference', '=', text)]),
            ),
        ),
        eb(
          'ledger.gateway_transaction_id',
          'in',
          eb
            .selectFrom('platform.gateway_order as asked')
            .innerJoin('platform.gateway_transaction as known', 'known.attempt_id', 'asked.attempt_id')
            .select('known.transaction_id')
            .where('asked.order_no', '=', text.toUpperCase()),
        ),
      ]),
    )
    .orderBy('ledger.collected_on', 'desc')
    .orderBy('ledger.id', 'desc')
    .limit(most)
    .execute()
}

function lines(db: Kysely<DB>) {
  return db
    .selectFrom('platform.ledger as ledger')
    .innerJoin('platform.entity as entity', 'entity.id', 'ledger.entity_id')
    .select(['ledger.id', 'ledger.reference', 'ledger.collected_on', 'entity.name as entity'])
    .select(['ledger.method', 'ledger.gross_sen', 'ledger.status'])
    .where('ledger.gross_sen', '>', 0)
    .where('ledger.source', '<>', 'rounding')
}

/** A line of the ledger with what the platform earned by it; refuses with not_found.collection. */
export async function ledgerLine(db: Kysely<DB>, id: string) {
  const row = await db
    .selectFrom('platform.ledger as ledger')
    .innerJoin('platform.entity as entity', 'entity.id', 'ledger.entity_id')
    .leftJoin('platform.revenue as earned', (join) =>
      join.onRef('earned.source_id', '=', 'ledger.id').on('earned.source_type', '=', 'ledger'),
    )
    .selectAll('ledger')
    .select(['entity.name as entity', 'earned.id as revenue_id', 'earned.gross_sen as earned_sen'])
    .select(['earned.bank_cost_sen', 'earned.net_sen as kept_sen'])
    .where('ledger.id', '=', id)
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found.collection')
  return row
}

/** The payment of a line, at the organisation's place; undefined where its book does not have the line. */
export async function paymentOfLine(db: Kysely<DB>, collection_id: string) {
  const row = await db
    .selectFrom('collection')
    .select('payment_id')
    .where('id', '=', collection_id)
    .executeTakeFirst()
  return row?.payment_id
}
