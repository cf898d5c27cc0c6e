import { sql, type Transaction } from 'kysely'
import { storeReconciliation } from '#app/domain/accounting/reconciliation/reconcile.ts'
import type { DB } from '#db/types.ts'
import type { Stage } from '../stage.ts'

/** What the night found when it held the books of the organisation against each other. */
export async function addEquation(trx: Transaction<DB>, { today, now }: Stage, role: string): Promise<void> {
  await sql`set local role ${sql.id(role)}`.execute(trx)
  const { id } = await storeReconciliation(trx, today)
  await sql`reset role`.execute(trx)
  await sql`update platform.equation set checked_at = ${now} where id = ${id}`.execute(trx)
}
