import type { Transaction } from 'kysely'
import { operatorsWho } from '#app/domain/core/access/operators-who.ts'
import { enqueue } from '#app/outbox/enqueue.ts'
import type { DB } from '#db/types.ts'

export interface Unwritten {
  order_no: string
  received_at: Date
}

/** Named in a mail; of more it tells how many. */
const most = 20

/** One mail to each operator who may look at FPX, about all of these messages; at the platform's place. */
export async function tellOfUnwritten(trx: Transaction<DB>, messages: readonly Unwritten[]): Promise<void> {
  const since = new Date(Math.min(...messages.map(({ received_at }) => received_at.getTime())))
  const about = {
    count: messages.length,
    since: since.toISOString(),
    order_nos: messages.slice(0, most).map(({ order_no }) => order_no),
  }
  for (const { id } of await operatorsWho(trx, 'admin.fpx.view').orderBy('id').execute())
    await enqueue(trx, 'fpx.unwritten', { operator_id: id, ...about })
}
