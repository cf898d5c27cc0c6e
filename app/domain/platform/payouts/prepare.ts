import { type Kysely, sql, type Transaction } from 'kysely'
import type { Actor } from '#app/domain/core/actor.ts'
import { recordOperator } from '#app/domain/core/audit.ts'
import { holidaysOf } from '#app/domain/core/holidays/kept-holidays.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { Keyring } from '#app/domain/core/secrets.ts'
import { nextPlatformNumber } from '#app/domain/platform/subscriptions/invoices.ts'
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import { snapshotOf } from './account.ts'
import { tellBooks } from './held.ts'
import { owedTo, type Sum, sumsOf } from './owed-sums.ts'
import { dueOn, holdOf, leastSen, type PayoutSchedule, settledUntil } from './payout.ts'

/** What is prepared at once: of whom, for which day of theirs, and until when what is paid settled. */
interface Turn {
  entity_id: string
  /** Undefined: somebody asked for it now, and it takes no turn. */
  due_on?: string
  payout_on: string
}

/**
 * The turn of a day: a payout for each organisation whose day it is and that has enough to be paid. Safe to repeat and to
 * do at once with another: nobody has two turns of a day, and no line is in two payouts. Returns how many.
 */
export async function prepareDue(
  trx: Transaction<DB>,
  ring: Keyring,
  actor: Actor,
  { today, now }: { today: string; now: Date },
): Promise<number> {
  await alone(trx)
  const [holidays, entities] = await Promise.all([
    holidaysOf(trx),
    trx.selectFrom('platform.entity').select(['id', 'payout_frequency', 'payout_day']).execute(),
  ])
  const due = entities.flatMap(({ id, ...schedule }) => {
    const day = dueOn(schedule as PayoutSchedule, today, holidays)
    return day ? [{ entity_id: id, ...day }] : []
  })
  const had = await trx
    .selectFrom('platform.payout_turn')
    .select(sql<string>`entity_id || ' ' || due_on`.as('turn'))
    .where(sql<boolean>`entity_id = any(${due.map(({ entity_id }) => entity_id)}::uuid[])`)
    .execute()
  const over = new Set(had.map(({ turn }) => turn))
  const turns = due.filter(({ entity_id, due_on }) => !over.has(`${entity_id} ${due_on}`))
  return (
    await prepare(trx, ring, actor, turns, {
      until: settledUntil(turns[0]?.payout_on ?? today, holidays),
      now,
    })
  ).length
}

/**
 * A payout for one organisation now, of all that settled in time for the day. Refuses (payout.nothing) less than is paid
 * at least, and an organisation that is not there; and (payout.sum_changed) what comes to another sum than somebody has
 * seen. Returns its id.
 */
export async function prepareNow(
  trx: Transaction<DB>,
  ring: Keyring,
  actor: Actor,
  entity_id: string,
  { payout_on, now, seen_sen }: { payout_on: string; now: Date; seen_sen?: number },
): Promise<string> {
  await alone(trx)
  const until = settledUntil(payout_on, await holidaysOf(trx))
  const taken = await owedTo(trx, [entity_id], until, { lock: true })
  const net_sen = (await sumsOf(trx, taken)).get(entity_id)?.net_sen ?? 0
  if (net_sen < leastSen) throw new Refusal('payout.nothing')
  if (seen_sen !== undefined && seen_sen !== net_sen) throw new Refusal('payout.sum_changed')
  const [made] = await prepare(trx, ring, actor, [{ entity_id, payout_on }], { until, now })
  if (!made) throw new Refusal('payout.nothing')
  return made
}

/** Who prepares does so alone, so that a second one finds what the first has taken. */
const alone = (trx: Transaction<DB>) =>
  sql`select pg_advisory_xact_lock(hashtextextended('platform.payout', 0))`.execute(trx)

async function prepare(
  trx: Transaction<DB>,
  ring: Keyring,
  actor: Actor,
  turns: readonly Turn[],
  { until, now }: { until: string; now: Date },
): Promise<string[]> {
  if (turns.length === 0) return []
  const of = turns.map(({ entity_id }) => entity_id)
  const taken = await owedTo(trx, of, until, { lock: true })
  const sums = await sumsOf(trx, taken)
  const made: string[] = []
  for (const turn of turns) {
    const sum = sums.get(turn.entity_id)
    const net_sen = sum?.net_sen ?? 0
    const id = sum && net_sen >= leastSen ? newId() : null
    if (sum && id) {
      await insertOne(trx, ring, actor, { id, turn, sum, now })
      made.push(id)
    }
    if (turn.due_on === undefined) continue
    await trx
      .insertInto('platform.payout_turn')
      .values({ entity_id: turn.entity_id, due_on: turn.due_on, net_sen, payout_id: id })
      .execute()
  }
  if (made.length === 0) return made
  await sql`update platform.ledger line set payout_id = payout.id, updated_at = now() from platform.payout payout
    where payout.id = any(${made}::uuid[]) and line.entity_id = payout.entity_id
      and line.id = any(${taken.lines}::uuid[])`.execute(trx)
  await sql`update platform.payout_adjustment set payout_id = payout.id, updated_at = now() from platform.payout payout
    where payout.id = any(${made}::uuid[]) and payout_adjustment.entity_id = payout.entity_id
      and payout_adjustment.id = any(${taken.adjustments}::uuid[])`.execute(trx)
  const payees = turns.flatMap(({ entity_id }) =>
    (sums.get(entity_id)?.net_sen ?? 0) >= leastSen ? [entity_id] : [],
  )
  await tellBooks(trx, payees)
  return made
}

/** An organisation as far as it decides where a payout goes and whether it is looked at twice. */
export const payeeOf = (db: Kysely<DB>, id: string) =>
  db
    .selectFrom('platform.entity')
    .select(['id as entity_id', 'name', 'status', 'account_name', 'account_number_sealed', 'bank_name'])
    .select(['bank_code', 'bank_status', 'bank_changed_at', 'payout_frequency', 'payout_day'])
    .select(
      sql<boolean>`exists (select from platform.payout where entity_id = entity.id and status = 'paid')`.as(
        'paid_before',
      ),
    )
    .where('id', '=', id)
    .executeTakeFirst()

async function insertOne(
  trx: Transaction<DB>,
  ring: Keyring,
  actor: Actor,
  { id, turn, sum, now }: { id: string; turn: Turn; sum: Sum; now: Date },
) {
  const { entity_id, payout_on } = turn
  const payee = (await payeeOf(trx, entity_id))!
  const held = holdOf(payee, now)
  const number = await nextPlatformNumber(trx, 'payout', 'PO', payout_on)
  const { lines, gross_sen, fees_sen, reversals_sen, adjustments_sen, net_sen } = sum
  await trx
    .insertInto('platform.payout')
    .values({
      ...{
        id,
        number,
        entity_id,
        payout_on,
        lines,
        gross_sen,
        fees_sen,
        reversals_sen,
        adjustments_sen,
        net_sen,
      },
      ...{ period_start: sum.period_start ?? payout_on, period_end: sum.period_end ?? payout_on },
      ...snapshotOf(ring, id, payee),
      ...{ status: held ? 'on_hold' : 'draft', hold_reason: held ?? null },
      ...{ prepared_by: actor.id, preparer: actor.id === null ? null : actor.name },
    })
    .execute()
  const after = { number, name: payee.name, net_sen, payout_on, hold_reason: held ?? null }
  await recordOperator(trx, actor, 'payout.prepared', { type: 'payout', id, entity_id }, { after })
}
