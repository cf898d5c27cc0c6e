import type { Kysely, Transaction } from 'kysely'
import { type OperatorRole, operatorMay, operatorRoles } from '#app/domain/operator-access.ts'
import type { Ending } from '#app/integrations/fpx/certificates/validity.ts'
import type { DB } from '#db/types.ts'
import { enqueue } from '#jobs/enqueue.ts'

/** Who may look at FPX hears when one of its certificates ends. */
const told: OperatorRole[] = operatorRoles.filter((role) => operatorMay(role, 'admin.fpx.view'))

/** Asks for a mail to each of them, once for each certificate and step. Returns how many endings were new. */
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
  const operators = await toldOperators(trx).select('id').orderBy('id').execute()
  for (const { whose, fingerprint, subject, not_after } of fresh)
    for (const { id } of operators) {
      const about = { whose, fingerprint, subject, not_after: not_after.toISOString() }
      await enqueue(trx, 'fpx.warn', { operator_id: id, ...about })
    }
  return fresh.length
}

/** Undefined for one who has left or may not know any more. */
export async function toldOperator(db: Kysely<DB>, id: string) {
  return toldOperators(db).select(['name', 'email', 'locale']).where('id', '=', id).executeTakeFirst()
}

function toldOperators(db: Kysely<DB>) {
  return db.selectFrom('platform.operator').where('status', '=', 'active').where('role', 'in', told)
}
