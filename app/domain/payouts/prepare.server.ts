import { sql, type Transaction } from 'kysely'
import type { Actor } from '#app/domain/actor.ts'
import { recordOperator } from '#app/domain/audit.ts'
import { holidaysOf } from '#app/domain/holidays/kept-holidays.server.ts'
import { Refusal } from '#app/domain/refusal.ts'
import type { Keyring } from '#app/domain/secrets.server.ts'
import { nextPlatformNumber } from '#app/domain/subscriptions/invoices.server.ts'
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import { snapshotOf } from './account.server.ts'
import { tellBooks } from './held.server.ts'
import { owedLine } from './owed.server.ts'
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
 * at least, and an organisation that is not there. Returns its id.
 */
export async function prepareNow(
  trx: Transaction<DB>,
  ring: Keyring,
  actor: Actor,
  entity_id: string,
  { payout_on, now }: { payout_on: string; now: Date },
): Promise<string> {
  await alone(trx)
  const until = settledUntil(payout_on, await holidaysOf(trx))
  const [made] = await prepare(trx, ring, actor, [{ entity_id, payout_on }], { until, now })
  if (!made) throw new Refusal('payout.nothing')
  return made
}

/** Who prepares does so alone, so that a second one finds what the first has taken. */
const alone = (trx: Transaction<DB>) =>
  sql`select pg_advisory_xact_lock(hashtextextended('platform.payout', 0))`.execute(trx)

/** What is owed of the ledger and settled in time. */
const owed = (until: string) => sql`${owedLine} and (line.status = 'reversed' or line.settles_on <= ${until})`

async function prepare(
  trx: Transaction<DB>,
  ring: Keyring,
  actor: Actor,
  turns: readonly Turn[],
  { until, now }: { until: string; now: Date },
): Promise<string[]> {
  if (turns.length === 0) return []
  const of = turns.map(({ entity_id }) => entity_id)
  const taken = await lockOwed(trx, of, until)
  const sums = await owedOf(trx, taken)
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

type Sum = Awaited<ReturnType<typeof owedOf>> extends Map<string, infer S> ? S : never

interface Taken {
  lines: string[]
  adjustments: string[]
}

/** Locked before they are summed, and by their ids: what is taken back or approved meanwhile waits for the next payout. */
async function lockOwed(trx: Transaction<DB>, of: readonly string[], until: string): Promise<Taken> {
  const lines = await sql<{ id: string }>`select line.id from platform.ledger line
    where line.entity_id = any(${of}::uuid[]) and ${owed(until)} order by line.id for update`.execute(trx)
  const adjustments = await sql<{ id: string }>`select id from platform.payout_adjustment
    where entity_id = any(${of}::uuid[]) and payout_id is null and status = 'approved' order by id for update`.execute(
    trx,
  )
  return { lines: lines.rows.map(({ id }) => id), adjustments: adjustments.rows.map(({ id }) => id) }
}

async function owedOf(trx: Transaction<DB>, taken: Taken) {
  const { rows } = await sql<{
    entity_id: string
    lines: number
    period_start: string | null
    period_end: string | null
    gross_sen: number
    fees_sen: number
    reversals_sen: number
    adjustments_sen: number
    net_sen: number
  }>`
    with line as (
      select * from platform.ledger where id = any(${taken.lines}::uuid[])
    ), summed as (
      select entity_id, count(*) as lines, min(collected_on) as period_start, max(collected_on) as period_end,
        coalesce(sum(gross_sen) filter (where gross_sen > 0), 0) as gross_sen,
        coalesce(sum(payer_fee_sen + tenant_fee_sen) filter (where gross_sen > 0), 0) as fees_sen,
        coalesce(-sum(net_sen) filter (where gross_sen < 0), 0) as reversals_sen
      from line group by entity_id
    ), adjusted as (
      select entity_id, sum(sen) as sen from platform.payout_adjustment
      where id = any(${taken.adjustments}::uuid[]) group by entity_id
    )
    select coalesce(summed.entity_id, adjusted.entity_id) as entity_id, coalesce(lines, 0)::bigint as lines,
      period_start, period_end, coalesce(gross_sen, 0)::bigint as gross_sen, coalesce(fees_sen, 0)::bigint as fees_sen,
      coalesce(reversals_sen, 0)::bigint as reversals_sen, coalesce(sen, 0)::bigint as adjustments_sen,
      (coalesce(gross_sen - fees_sen - reversals_sen, 0) + coalesce(sen, 0))::bigint as net_sen
    from summed full join adjusted on adjusted.entity_id = summed.entity_id`.execute(trx)
  return new Map(rows.map(({ entity_id, ...sum }) => [entity_id, sum]))
}

async function insertOne(
  trx: Transaction<DB>,
  ring: Keyring,
  actor: Actor,
  { id, turn, sum, now }: { id: string; turn: Turn; sum: Sum; now: Date },
) {
  const { entity_id, payout_on } = turn
  const payee = await trx
    .selectFrom('platform.entity')
    .select(['id as entity_id', 'name', 'status', 'account_name', 'account_number_sealed', 'bank_name'])
    .select(['bank_code', 'bank_status', 'bank_changed_at'])
    .select(
      sql<boolean>`exists (select from platform.payout where entity_id = entity.id and status = 'paid')`.as(
        'paid_before',
      ),
    )
    .where('id', '=', entity_id)
    .executeTakeFirstOrThrow()
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
