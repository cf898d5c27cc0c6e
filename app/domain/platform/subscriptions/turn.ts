import { sql, type Transaction } from 'kysely'
import { systemActor } from '#app/domain/core/actor.ts'
import { recordOperator } from '#app/domain/core/audit.ts'
import { touched } from '#app/domain/core/changed.ts'
import type { DB } from '#db/types.ts'
import { creditsOfYear } from './message-credits/credits.ts'
import { stageDays } from './stage.ts'

/** Turned in one transaction. */
const atATime = 200

/**
 * Moves subscriptions whose last day is over to the stage in which they are on a day: a trial ends, a year has its grace, and
 * a package that costs nothing goes on for another year with its credits. Some at a time; returns how many, so that the
 * caller goes on while there are any. Works in the platform's place.
 */
export async function turnSubscriptions(trx: Transaction<DB>, today: string): Promise<number> {
  const rows = await trx
    .selectFrom('platform.subscription as subscription')
    .innerJoin('platform.package', 'platform.package.id', 'subscription.package_id')
    .select(['subscription.id', 'entity_id', 'subscription.status', 'expires_on', 'included_credit'])
    .select([sql<boolean>`yearly_fee_sen = 0`.as('free'), stageOn(today).as('stage')])
    .where('expires_on', '<', today)
    .where((eb) =>
      eb.or([eb('yearly_fee_sen', '=', 0), eb(stageOn(today), '<>', eb.ref('subscription.status'))]),
    )
    .orderBy('subscription.id')
    .limit(atATime)
    .forUpdate('subscription')
    .skipLocked()
    .execute()
  for (const row of rows) await (row.free ? goOn(trx, row, today) : turn(trx, row))
  return rows.length
}

/** Of a subscription whose last day is over. */
const stageOn = (today: string) => sql<string>`case
  when subscription.status = 'trial' then 'ended'
  when ${today}::date > expires_on + ${sql.lit(stageDays.limited)}::int then 'ended'
  when ${today}::date > expires_on + ${sql.lit(stageDays.grace)}::int then 'limited'
  when subscription.status = 'ended' then 'ended'
  else 'grace' end`

interface Turned {
  id: string
  entity_id: string
  status: string
  expires_on: string
}

async function turn(trx: Transaction<DB>, row: Turned & { stage: string }): Promise<void> {
  const change = await changed(trx, row, { status: row.stage })
  const object = { type: 'subscription', id: row.id, entity_id: row.entity_id }
  if (change) await recordOperator(trx, systemActor, 'subscription.turned', object, change)
}

async function goOn(trx: Transaction<DB>, row: Turned & { included_credit: number }, today: string) {
  const change = await changed(trx, row, {
    status: 'active',
    expires_on: sql<string>`(${today}::date + interval '1 year')::date`,
    ...creditsOfYear(row.included_credit),
  })
  const object = { type: 'subscription', id: row.id, entity_id: row.entity_id }
  if (change) await recordOperator(trx, systemActor, 'subscription.extended', object, change)
}

/** Undefined where it is not any more as it was found. */
async function changed(
  trx: Transaction<DB>,
  { id, status, expires_on }: Turned,
  to: {
    status: string
    expires_on?: ReturnType<typeof sql<string>>
  } & Partial<ReturnType<typeof creditsOfYear>>,
) {
  const after = await trx
    .updateTable('platform.subscription')
    .set({ ...to, ...touched })
    .where('id', '=', id)
    .where('status', '=', status)
    .where('expires_on', '=', expires_on)
    .returning(['status', 'expires_on', 'credit'])
    .executeTakeFirst()
  return after && { before: { status, expires_on }, after }
}
