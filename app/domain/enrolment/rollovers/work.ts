import { sql, type Transaction, type UpdateObject } from 'kysely'
import { runnerOf } from '#app/domain/billing/generations/end-generation.ts'
import { record } from '#app/domain/core/audit.ts'
import { touched } from '#app/domain/core/changed.ts'
import { currentDay } from '#app/domain/core/clock.ts'
import { Refusal, type RefusalCode } from '#app/domain/core/refusal.ts'
import type { DB } from '#db/types.ts'
import { heldRollover, type RolloverRow } from './find-rollovers.ts'
import { mostNamed } from './rollover.ts'
import { carryOut, changesIn, type Found, keepRows, type Rows, rowsOf, Seen } from './try-out.ts'

export type InPlace = <R>(work: (trx: Transaction<DB>) => Promise<R>) => Promise<R>

/** Carries a plan out, looks at what has become of everything, takes it back, and keeps what was seen. */
export async function makePreview(inPlace: InPlace, id: string): Promise<void> {
  const seen = await lookAndTakeBack(inPlace, async (trx) => {
    const row = await heldRollover(trx, id)
    if (row?.status !== 'previewing') return
    const found = await carryOut(trx, await runnerOf(trx, row.updated_by), row, currentDay())
    throw new Seen(found, await rowsOf(trx, id))
  })
  if (seen) await inPlace((trx) => keepPreview(trx, id, 'previewing', seen))
}

/**
 * Carries a plan out for good, in one transaction. If anything is otherwise than the preview had it, all of it is taken
 * back, and what is now is kept as a new preview beside what has changed.
 */
export async function runRollover(inPlace: InPlace, id: string): Promise<void> {
  const seen = await lookAndTakeBack(inPlace, async (trx) => {
    const row = await heldRollover(trx, id)
    if (row?.status !== 'running') return
    await refuseBilling(trx)
    const actor = await runnerOf(trx, row.run_by)
    const found = await carryOut(trx, actor, row, currentDay())
    if (found.hash !== row.hash) throw new Seen(found, await rowsOf(trx, id))
    await setState(trx, id, { status: 'done', done_at: sql<Date>`now()` })
    const after = { name: row.name, ...(await tally(trx, row)) }
    await record(trx, actor, 'rollover.finished', { type: 'rollover', id }, { after })
  })
  if (seen) await inPlace((trx) => keepPreview(trx, id, 'running', seen))
}

async function lookAndTakeBack(inPlace: InPlace, work: (trx: Transaction<DB>) => Promise<void>) {
  try {
    await inPlace(work)
    return undefined
  } catch (error) {
    if (error instanceof Seen) return error
    throw error
  }
}

async function keepPreview(
  trx: Transaction<DB>,
  id: string,
  from: 'previewing' | 'running',
  { found, rows }: Seen,
): Promise<void> {
  const row = await heldRollover(trx, id)
  if (row?.status !== from) return
  const changes = from === 'running' ? await changed(trx, id, rows) : null
  await keepRows(trx, id, rows)
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

/** Nobody bills a month while classes and prices change under their hands, and the other way round. */
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

/** What the log says of it. */
async function tally(trx: Transaction<DB>, { id }: RolloverRow) {
  const { rows } = await sql<Record<string, number>>`
    select count(*) filter (where act = 'promote') as promoted, count(*) filter (where act = 'end') as ended,
      count(*) filter (where act = 'carry') as carried,
      (select count(*) from rollover_price where rollover_id = ${id}) as prices
    from rollover_seat where rollover_id = ${id}`.execute(trx)
  return rows[0]!
}

/** A preview or a run that cannot go on is planned again, and says why. */
export async function failRollover(trx: Transaction<DB>, id: string, error_code: RefusalCode): Promise<void> {
  const row = await heldRollover(trx, id)
  if (row?.status === 'previewing') await setState(trx, id, { status: 'planning', error_code })
  if (row?.status === 'running') await setState(trx, id, { status: 'previewed', error_code })
}
