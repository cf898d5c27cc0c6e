import { sql, type Transaction } from 'kysely'
import { userOrSystemActor } from '#app/domain/core/actor.ts'
import { planRollover } from '#app/domain/enrolment/rollovers/change-rollover.ts'
import { lockRollover, startMonth } from '#app/domain/enrolment/rollovers/find-rollovers.ts'
import { nextYear } from '#app/domain/enrolment/rollovers/rollover.ts'
import { carryOut, rowsOf, saveRows } from '#app/domain/enrolment/rollovers/run-rollover.ts'
import type { Team } from '#db/seed/staff.ts'
import type { Stage } from '#db/seed/stage.ts'
import type { DB } from '#db/types.ts'
import { dateEntries, lastEntry } from './own-moment.ts'

/** The plan of the year that comes, with fees that rise by four per cent, previewed just now; by the product's own verbs. */
export async function addComingYear(
  trx: Transaction<DB>,
  stage: Stage,
  { office }: Team,
  role: string,
): Promise<void> {
  const admin = office.find((colleague) => colleague.role === 'admin')
  if (!admin) return
  const before = await lastEntry(trx)
  await sql`set local role ${sql.id(role)}`.execute(trx)
  const actor = await userOrSystemActor(trx, admin.user_id)
  const days = nextYear(stage.today, await startMonth(trx))
  const terms = { percent_bp: 400, step_sen: 100, keeps_own_fees: true }
  const id = await planRollover(
    trx,
    actor,
    { name: days.starts_on.slice(0, 4), ...days, ...terms },
    stage.today,
  )
  const row = (await lockRollover(trx, id))!
  await sql`savepoint coming_year`.execute(trx)
  const { problems, hash } = await carryOut(trx, actor, row, stage.today)
  const seen = await rowsOf(trx, id)
  await sql`rollback to savepoint coming_year`.execute(trx)
  await saveRows(trx, id, seen)
  const asked = stage.now
  await trx
    .updateTable('rollover')
    .set({
      ...{ status: 'previewed', problems: JSON.stringify(problems), hash, previewed_at: asked },
      ...{ created_at: asked, updated_at: asked },
    })
    .where('id', '=', id)
    .execute()
  await sql`reset role`.execute(trx)
  await dateEntries(trx, before, asked)
}
