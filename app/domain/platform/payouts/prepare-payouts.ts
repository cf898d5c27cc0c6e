import { type Kysely, sql, type Transaction } from 'kysely'
import { bankDay } from '#app/domain/accounting/collections/collection.ts'
import type { Actor } from '#app/domain/core/actor.ts'
import { recordOperator } from '#app/domain/core/audit.ts'
import { holidaysOf } from '#app/domain/core/holidays/holiday.ts'
import { maskedAccount } from '#app/domain/core/mask.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { Keyring } from '#app/domain/core/secrets.ts'
import { nextPlatformNumber } from '#app/domain/platform/platform-invoices/issue-and-settle.ts'
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import { accountNumberOf, enqueueBooking, snapshotOf } from './change-payout.ts'
import { owedLine } from './find-payouts.ts'
import { dueOn, holdOf, leastSen, nextPayoutDay, type PayoutSchedule, settledUntil } from './payout.ts'

/** One organisation's payout in a run. */
interface Turn {
  entity_id: string
  /** The scheduled payout day; undefined for an extra payout, which does not use the schedule up. */
  due_on?: string
  payout_on: string
}

/**
 * The scheduled run: a payout for each organisation whose payout day it is and whose balance reaches the minimum. Safe to
 * repeat and to run concurrently: `payout_turn` allows one run per organisation and day. Returns the number of payouts.
 */
export async function prepareDue(
  trx: Transaction<DB>,
  ring: Keyring,
  actor: Actor,
  { today, now }: { today: string; now: Date },
): Promise<number> {
  await lockRun(trx)
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
 * An extra payout for one organisation now. Refuses (payout.nothing) a balance below the minimum and an unknown
 * organisation, and (payout.sum_changed) a sum other than the one shown. Returns its id.
 */
export async function prepareNow(
  trx: Transaction<DB>,
  ring: Keyring,
  actor: Actor,
  entity_id: string,
  { payout_on, now, seen_sen }: { payout_on: string; now: Date; seen_sen?: number },
): Promise<string> {
  await lockRun(trx)
  const until = settledUntil(payout_on, await holidaysOf(trx))
  const items = await owedTo(trx, [entity_id], until, { lock: true })
  const net_sen = (await sumsOf(trx, items)).get(entity_id)?.net_sen ?? 0
  if (net_sen < leastSen) throw new Refusal('payout.nothing')
  if (seen_sen !== undefined && seen_sen !== net_sen) throw new Refusal('payout.sum_changed')
  const [made] = await prepare(trx, ring, actor, [{ entity_id, payout_on }], { until, now })
  if (!made) throw new Refusal('payout.nothing')
  return made
}

/** One run at a time, so that the next one sees which items are taken. */
const lockRun = (trx: Transaction<DB>) =>
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
  const items = await owedTo(trx, of, until, { lock: true })
  const sums = await sumsOf(trx, items)
  const made: string[] = []
  for (const turn of turns) {
    const sum = sums.get(turn.entity_id)
    const net_sen = sum?.net_sen ?? 0
    const id = sum && net_sen >= leastSen ? newId() : null
    if (sum && id) {
      await insertPayout(trx, ring, actor, { id, turn, sum, now })
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
      and line.id = any(${items.lines}::uuid[])`.execute(trx)
  await sql`update platform.payout_adjustment set payout_id = payout.id, updated_at = now() from platform.payout payout
    where payout.id = any(${made}::uuid[]) and payout_adjustment.entity_id = payout.entity_id
      and payout_adjustment.id = any(${items.adjustments}::uuid[])`.execute(trx)
  const payees = turns.flatMap(({ entity_id }) =>
    (sums.get(entity_id)?.net_sen ?? 0) >= leastSen ? [entity_id] : [],
  )
  await enqueueBooking(trx, payees)
  return made
}

async function insertPayout(
  trx: Transaction<DB>,
  ring: Keyring,
  actor: Actor,
  { id, turn, sum, now }: { id: string; turn: Turn; sum: Sum; now: Date },
) {
  const { entity_id, payout_on } = turn
  const payee = (await payeeOf(trx, entity_id))!
  const hold = holdOf(payee, now)
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
      ...{ status: hold ? 'on_hold' : 'draft', hold_reason: hold ?? null },
      ...{ prepared_by: actor.id, preparer: actor.id === null ? null : actor.name },
    })
    .execute()
  const after = { number, name: payee.name, net_sen, payout_on, hold_reason: hold ?? null }
  await recordOperator(trx, actor, 'payout.prepared', { type: 'payout', id, entity_id }, { after })
}

/** The organisation's bank account, schedule, and the facts that decide about a hold. */
const payeeOf = (db: Kysely<DB>, id: string) =>
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

/**
 * The payout that {@link prepareNow} would make: sums, day, bank account and the reason of a hold. Refuses not_found.entity.
 */
export async function payoutPreview(
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

const nothing = {
  ...{ lines: 0, period_start: null, period_end: null, gross_sen: 0, fees_sen: 0 },
  ...{ reversals_sen: 0, adjustments_sen: 0, net_sen: 0 },
}

/** Owed, and settled by `until`. */
const owed = (until: string) => sql`${owedLine} and (line.status = 'reversed' or line.settles_on <= ${until})`

/** Ids of the ledger lines and adjustments of one payout run. */
interface PayoutItems {
  lines: string[]
  adjustments: string[]
}

/**
 * The items that payouts of these organisations consist of. Preparing a payout locks the items first and sums them by id, so
 * that what is reversed or approved in the meantime goes into the next payout.
 */
async function owedTo(
  db: Kysely<DB>,
  of: readonly string[],
  until: string,
  { lock }: { lock: boolean },
): Promise<PayoutItems> {
  const forUpdate = lock ? sql`for update` : sql``
  const lines = await sql<{ id: string }>`select line.id from platform.ledger line
    where line.entity_id = any(${of}::uuid[]) and ${owed(until)} order by line.id ${forUpdate}`.execute(db)
  const adjustments = await sql<{ id: string }>`select id from platform.payout_adjustment
    where entity_id = any(${of}::uuid[]) and payout_id is null and status = 'approved' order by id ${forUpdate}`.execute(
    db,
  )
  return { lines: lines.rows.map(({ id }) => id), adjustments: adjustments.rows.map(({ id }) => id) }
}

type Sum = Awaited<ReturnType<typeof sumsOf>> extends Map<string, infer S> ? S : never

/** Sums of the items, by organisation. */
async function sumsOf(db: Kysely<DB>, items: PayoutItems) {
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
      select * from platform.ledger where id = any(${items.lines}::uuid[])
    ), summed as (
      select entity_id, count(*) as lines, min(collected_on) as period_start, max(collected_on) as period_end,
        coalesce(sum(gross_sen) filter (where gross_sen > 0), 0) as gross_sen,
        coalesce(sum(payer_fee_sen + tenant_fee_sen) filter (where gross_sen > 0), 0) as fees_sen,
        coalesce(-sum(net_sen) filter (where gross_sen < 0), 0) as reversals_sen
      from line group by entity_id
    ), adjusted as (
      select entity_id, sum(sen) as sen from platform.payout_adjustment
      where id = any(${items.adjustments}::uuid[]) group by entity_id
    )
    select coalesce(summed.entity_id, adjusted.entity_id) as entity_id, coalesce(lines, 0)::bigint as lines,
      period_start, period_end, coalesce(gross_sen, 0)::bigint as gross_sen, coalesce(fees_sen, 0)::bigint as fees_sen,
      coalesce(reversals_sen, 0)::bigint as reversals_sen, coalesce(sen, 0)::bigint as adjustments_sen,
      (coalesce(gross_sen - fees_sen - reversals_sen, 0) + coalesce(sen, 0))::bigint as net_sen
    from summed full join adjusted on adjusted.entity_id = summed.entity_id`.execute(db)
  return new Map(rows.map(({ entity_id, ...sum }) => [entity_id, sum]))
}
