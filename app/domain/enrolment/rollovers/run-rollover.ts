import { sql, type Transaction, type UpdateObject } from 'kysely'
import { userOrSystemActor } from '#app/domain/billing/generations/end-generation.ts'
import { record } from '#app/domain/core/audit.ts'
import { touched } from '#app/domain/core/changed.ts'
import { currentDay } from '#app/domain/core/clock.ts'
import { Refusal, type RefusalCode } from '#app/domain/core/refusal.ts'
import type { DB } from '#db/types.ts'
import { carryOut, changesIn, type Found, RolledBack, type Rows, rowsOf, saveRows } from './carry-out.ts'
import { isBilled, lockRollover, type RolloverRow } from './find-rollovers.ts'
import { restoreDiscounts } from './grants.ts'
import { restorePrices } from './prices.ts'
import { mostNamed } from './rollover.ts'
import { restoreSeats } from './seats.ts'

type WithTenant = <R>(work: (trx: Transaction<DB>) => Promise<R>) => Promise<R>

/** Carries a plan out, rolls it back, and stores the results as the preview. */
export async function makePreview(withTenant: WithTenant, id: string): Promise<void> {
  const seen = await lookAndTakeBack(withTenant, async (trx) => {
    const row = await lockRollover(trx, id)
    if (row?.status !== 'previewing') return
    const found = await carryOut(trx, await userOrSystemActor(trx, row.updated_by), row, currentDay())
    throw new RolledBack(found, await rowsOf(trx, id))
  })
  if (seen) await withTenant((trx) => savePreview(trx, id, 'previewing', seen))
}

/**
 * Carries a plan out in one transaction. If the results differ from the preview, it is rolled back, and the results are stored
 * as a new preview together with the differences.
 */
export async function runRollover(withTenant: WithTenant, id: string): Promise<void> {
  const seen = await lookAndTakeBack(withTenant, async (trx) => {
    const row = await lockRollover(trx, id)
    if (row?.status !== 'running') return
    await refuseBilling(trx)
    const actor = await userOrSystemActor(trx, row.run_by)
    const found = await carryOut(trx, actor, row, currentDay())
    if (found.hash !== row.hash) throw new RolledBack(found, await rowsOf(trx, id))
    await setState(trx, id, { status: 'done', done_at: sql<Date>`now()` })
    const after = { name: row.name, ...(await tally(trx, row)) }
    await record(trx, actor, 'rollover.finished', { type: 'rollover', id }, { after })
  })
  if (seen) await withTenant((trx) => savePreview(trx, id, 'running', seen))
}

async function lookAndTakeBack(withTenant: WithTenant, work: (trx: Transaction<DB>) => Promise<void>) {
  try {
    await withTenant(work)
    return undefined
  } catch (error) {
    if (error instanceof RolledBack) return error
    throw error
  }
}

async function savePreview(
  trx: Transaction<DB>,
  id: string,
  from: 'previewing' | 'running',
  { found, rows }: RolledBack,
): Promise<void> {
  const row = await lockRollover(trx, id)
  if (row?.status !== from) return
  const changes = from === 'running' ? await changed(trx, id, rows) : null
  await saveRows(trx, id, rows)
  await setState(trx, id, {
    status: 'previewed',
    ...previewed(found),
    changes: changes && JSON.stringify(changes),
  })
}

const previewed = ({ problems, hash }: Found) => ({
  ...{ problems: JSON.stringify(problems), hash },
  previewed_at: sql<Date>`now()`,
})

async function changed(trx: Transaction<DB>, id: string, rows: Rows) {
  const differing = await changesIn(trx, id, rows)
  const count = (kind: string) => differing.filter((one) => one.kind === kind).length
  const names = [...new Set(differing.map(({ name }) => name))].slice(0, mostNamed)
  return { families: count('families'), seats: count('seats'), prices: count('prices'), names }
}

/** Refuses to run while a month is being billed; billing refuses likewise. */
async function refuseBilling(trx: Transaction<DB>): Promise<void> {
  await sql`lock table generation in share mode`.execute(trx)
  const running = await trx
    .selectFrom('generation')
    .select('id')
    .where('status', '=', 'running')
    .executeTakeFirst()
  if (running) throw new Refusal('rollover.billing')
}

const setState = (trx: Transaction<DB>, id: string, values: UpdateObject<DB, 'rollover'>) =>
  trx
    .updateTable('rollover')
    .set({ ...values, ...touched })
    .where('id', '=', id)
    .execute()

/** Counts for the audit log. */
async function tally(trx: Transaction<DB>, { id }: RolloverRow) {
  const { rows } = await sql<Record<string, number>>`
    select count(*) filter (where act = 'promote') as promoted, count(*) filter (where act = 'end') as ended,
      count(*) filter (where act = 'carry') as carried,
      (select count(*) from rollover_price where rollover_id = ${id}) as prices
    from rollover_seat where rollover_id = ${id}`.execute(trx)
  return rows[0]!
}

/** Returns a failed preview or run to planning, with the reason. */
export async function failRollover(trx: Transaction<DB>, id: string, error_code: RefusalCode): Promise<void> {
  const row = await lockRollover(trx, id)
  if (row?.status === 'previewing') await setState(trx, id, { status: 'planning', error_code })
  if (row?.status === 'running') await setState(trx, id, { status: 'previewed', error_code })
}

/**
 * Undoes a rollover in one transaction, unless an invoice of the new year was made since the request; what was changed since
 * stays, and is listed.
 */
export async function undoRollover(trx: Transaction<DB>, id: string): Promise<void> {
  const row = await lockRollover(trx, id)
  if (row?.status !== 'done' || !row.undo_asked_at) return
  await sql`lock table billed_fee in share mode`.execute(trx)
  if (await isBilledSince(trx, id)) return abandonUndo(trx, id)
  const actor = await userOrSystemActor(trx, row.undone_by)
  const stayed = [
    ...(await restoreSeats(trx, actor, row)),
    ...(await restorePrices(trx, actor, id)),
    ...(await restoreDiscounts(trx, actor, row)),
  ]
  await trx
    .updateTable('rollover')
    .set({
      ...{ status: 'undone', undone_at: sql<Date>`now()`, stayed: JSON.stringify(stayed) },
      ...touched,
    })
    .where('id', '=', id)
    .where('status', '=', 'done')
    .execute()
  const after = { name: row.name, reason: row.undo_reason, stayed }
  await record(trx, actor, 'rollover.undone', { type: 'rollover', id }, { after })
}

async function isBilledSince(trx: Transaction<DB>, id: string): Promise<boolean> {
  const { billed } = await trx
    .selectFrom('rollover')
    .select(isBilled.as('billed'))
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return billed
}

/** Marks an undo as failed; it may be requested again while undoing is allowed. */
export async function abandonUndo(trx: Transaction<DB>, id: string): Promise<void> {
  await trx
    .updateTable('rollover')
    .set({
      ...{ undo_asked_at: null, undone_by: null, undo_reason: null, error_code: 'rollover.undo_over' },
      ...touched,
    })
    .where('id', '=', id)
    .where('status', '=', 'done')
    .execute()
}
