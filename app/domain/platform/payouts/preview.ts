import { type Kysely, sql } from 'kysely'
import { bankDay } from '#app/domain/accounting/collections/collection.ts'
import { holidaysOf } from '#app/domain/core/holidays/kept-holidays.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { Keyring } from '#app/domain/core/secrets.ts'
import { maskedAccount } from '#app/domain/organisation/entities/profile.ts'
import type { DB } from '#db/types.ts'
import { accountNumberOf } from './account.ts'
import { owedLine } from './owed.ts'
import { owedTo, sumsOf } from './owed-sums.ts'
import { holdOf, nextPayoutDay, type PayoutSchedule, settledUntil } from './payout.ts'
import { payeeOf } from './prepare.ts'

const nothing = {
  ...{ lines: 0, period_start: null, period_end: null, gross_sen: 0, fees_sen: 0 },
  ...{ reversals_sen: 0, adjustments_sen: 0, net_sen: 0 },
}

/**
 * What a payout for one organisation would be if it were prepared now: of which sums, for which day, where it goes, and why
 * it would be looked at twice. Refuses (not_found.entity) an organisation that is not there.
 */
export async function payoutNow(
  db: Kysely<DB>,
  ring: Keyring,
  entity_id: string,
  { today, now }: { today: string; now: Date },
) {
  const holidays = await holidaysOf(db)
  const payee = await payeeOf(db, entity_id)
  if (!payee) throw new Refusal('not_found.entity')
  const payout_on = bankDay(today, holidays)
  const until = settledUntil(payout_on, holidays)
  const sums = await sumsOf(db, await owedTo(db, [entity_id], until, { lock: false }))
  const number = accountNumberOf(ring, payee)
  return {
    ...{ entity: payee.name, payout_on, until, sum: sums.get(entity_id) ?? nothing },
    hold_reason: holdOf(payee, now) ?? null,
    ...{ bank_name: payee.bank_name, account_name: payee.account_name },
    account_number: number === null ? null : maskedAccount(number),
    next_on: nextPayoutDay(payee as PayoutSchedule, today, holidays),
  }
}

/** Every organisation for which something waits, or that has to make up for something, with its next payout day. */
export async function everyWaiting(db: Kysely<DB>, today: string) {
  const holidays = await holidaysOf(db)
  const { rows } = await sql<{ id: string; entity: string; sen: number } & PayoutSchedule>`
    with line as (
      select line.entity_id, sum(line.net_sen) as sen from platform.ledger line where ${owedLine} group by line.entity_id
    ), adjusted as (
      select entity_id, sum(sen) as sen from platform.payout_adjustment
      where payout_id is null and status = 'approved' group by entity_id
    )
    select entity.id, entity.name as entity, entity.payout_frequency, entity.payout_day,
      (coalesce(line.sen, 0) + coalesce(adjusted.sen, 0))::bigint as sen
    from platform.entity entity
      left join line on line.entity_id = entity.id
      left join adjusted on adjusted.entity_id = entity.id
    where coalesce(line.sen, 0) + coalesce(adjusted.sen, 0) <> 0
    order by entity.name, entity.id`.execute(db)
  return rows.map(({ id, entity, sen, ...schedule }) => ({
    ...{ id, entity, sen },
    next_on: nextPayoutDay(schedule, today, holidays),
  }))
}
