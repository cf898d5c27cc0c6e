import type { Kysely, Transaction } from 'kysely'
import { operatorsWho } from '#app/domain/core/access/operators-who.ts'
import type { Ending } from '#app/integrations/fpx/certificates/validity.ts'
import { enqueue } from '#app/outbox/enqueue.ts'
import type { DB } from '#db/types.ts'

/** Asks for a mail to each operator who may look at FPX, once for each certificate and step. Returns how many endings were new. */
export async function warnOfEndings(trx: Transaction<DB>, endings: readonly Ending[]): Promise<number> {
  const fresh: Ending[] = []
  for (const ending of endings) {
    const { fingerprint, step: days } = ending
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto('platform.certificate_warning')
      .values({ fingerprint, days })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow()
    if (numInsertedOrUpdatedRows === 1n) fresh.push(ending)
  }
  if (fresh.length === 0) return 0
  const operators = await operatorsWho(trx, 'admin.fpx.view').orderBy('id').execute()
  for (const { whose, fingerprint, subject, not_after } of fresh)
    for (const { id } of operators) {
      const about = { whose, fingerprint, subject, not_after: not_after.toISOString() }
      await enqueue(trx, 'fpx.warn', { operator_id: id, ...about })
    }
  return fresh.length
}

/** Undefined for one who has left or may not know any more. */
export async function fpxReader(db: Kysely<DB>, id: string) {
  return operatorsWho(db, 'admin.fpx.view').where('id', '=', id).executeTakeFirst()
}
