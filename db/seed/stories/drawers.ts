import { sql, type Transaction } from 'kysely'
import { everywhere, userOrSystemActor } from '#app/domain/core/actor.ts'
import { addDays } from '#app/domain/core/dates.ts'
import {
  closeDrawer,
  confirmDrawer,
  moveCash,
  openDrawer,
} from '#app/domain/payments/drawers/change-drawer.ts'
import { expectedIn } from '#app/domain/payments/drawers/find-drawers.ts'
import type { Team } from '#db/seed/staff.ts'
import type { Stage } from '#db/seed/stage.ts'
import type { DB } from '#db/types.ts'
import { dateEntries, lastEntry } from './own-moment.ts'

const words = {
  my: { out: 'Beli kertas untuk pencetak', short: 'Satu ringgit hilang di kaunter' },
  en: { out: 'Bought paper for the printer', short: 'One ringgit is missing at the counter' },
}

/**
 * The clerk's drawers of the last days, with the cash that they took then: one that came out, one that a second person has
 * confirmed, one that waits for that; and one that a manager has open. By the product's own verbs.
 */
export async function addDrawers(
  trx: Transaction<DB>,
  stage: Stage,
  { office }: Team,
  role: string,
): Promise<void> {
  const [clerk, admin] = ['clerk', 'admin'].map((wanted) => office.find((one) => one.role === wanted))
  if (!clerk || !admin) return
  const { out, short } = words[stage.locale === 'my' ? 'my' : 'en']
  const before = await lastEntry(trx)
  const { id: branch_id } = await trx
    .selectFrom('branch')
    .select('id')
    .where('is_hq', '=', true)
    .executeTakeFirstOrThrow()
  const [takes, looks] = [
    await userOrSystemActor(trx, clerk.user_id),
    await userOrSystemActor(trx, admin.user_id),
  ]
  const own = sql`set local role ${sql.id(role)}`
  for (const [index, missing] of [0, 100, 100].entries()) {
    const on = addDays(stage.today, index - 3)
    await own.execute(trx)
    const id = await openDrawer(trx, takes, everywhere, { branch_id, float: 10_000 }, on)
    await moveCash(trx, takes, everywhere, id, { kind: 'out', amount: 1_250, reason: out })
    await sql`reset role`.execute(trx)
    await sql`update payment set drawer_id = ${id} where received_by = ${clerk.user_id} and paid_on = ${on}
      and branch_id = ${branch_id} and method in ('cash', 'bank_transfer')`.execute(trx)
    await own.execute(trx)
    const { cash = 0, bank_transfer = 0 } = await expectedIn(trx, id)
    const difference_reason = missing > 0 ? short : undefined
    const counted = { cash: cash - missing, bank_transfer, difference_reason, version: 1 }
    await closeDrawer(trx, takes, everywhere, id, counted)
    if (index === 1) await confirmDrawer(trx, looks, everywhere, id, 2)
    await sql`reset role`.execute(trx)
    const [opened, closed] = [8, 16].map(
      (hour) => new Date(`${on}T${String(hour).padStart(2, '0')}:00:00+08:00`),
    )
    await sql`update cash_drawer set opened_at = ${opened}, created_at = ${opened}, counted_at = ${closed},
      updated_at = ${closed}, confirmed_at = case when confirmed_at is null then null else ${closed}::timestamptz end
      where id = ${id}`.execute(trx)
    await sql`update cash_drawer_move set created_at = ${opened} where drawer_id = ${id}`.execute(trx)
  }
  await own.execute(trx)
  const open = await openDrawer(trx, looks, everywhere, { branch_id, float: 5_000 }, stage.today)
  await sql`reset role`.execute(trx)
  await sql`update cash_drawer set opened_at = ${stage.now}, created_at = ${stage.now}, updated_at = ${stage.now}
    where id = ${open}`.execute(trx)
  await dateEntries(trx, before, stage.now)
}
