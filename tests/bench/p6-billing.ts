import { type Kysely, sql, type Transaction } from 'kysely'
import { endRun } from '#app/domain/billing/generations/end-generation.ts'
import { makePreview } from '#app/domain/billing/generations/make-preview.ts'
import { billRemaining, skipBilledStudents } from '#app/domain/billing/generations/run-generation.ts'
import { systemActor } from '#app/domain/core/actor.ts'
import { newId } from '#db/id.ts'
import { asOwner } from '#db/owner.ts'
import type { DB } from '#db/types.ts'
import { withTenant } from '#db/with-tenant.ts'
import { reportReader } from '#jobs/queue/run-job.ts'
import { withLongTransactions } from '#jobs/without-time-limits.ts'
import { atLeast, atMost, exact, type Findings, local, ratio } from './benchmark.ts'
import { type BilledMonth, bareStatement, copyLines, fill, rowByRow } from './billing/month.ts'
import { newTenant } from './new-tenants.ts'
import { inTurns, median, ratios } from './rounds.ts'
import type { Database, Stage } from './stage.ts'

export const title =
  'A month of invoices: three lines each, discounts, tax, reasons, keys, log and gapless numbers'

const inRound = 4_000
const byHand = 300
const many = 100_000
const previewed = 5_000

/** The product's chunks against the same rows in one bare INSERT…SELECT, and against a loop over invoices. */
export async function measure(stage: Stage): Promise<Findings> {
  const database = await stage.database()
  const place = await asOwner(database.ownerUrl, (owner) => newTenant(owner))
  const write = <R>(work: (trx: Transaction<DB>) => Promise<R>) => withTenant(database.pool, place, work)
  /** However long it takes on a busy machine. */
  const atEase = withLongTransactions(write)
  await atEase((trx) => fill(trx, many))
  await asOwner(database.ownerUrl, (owner) => sql`vacuum analyze`.execute(owner))
  let month = 0
  const next = (students: number) => atEase((trx) => copyLines(trx, { no: ++month, students }))
  const ours = async (lines: BilledMonth) => {
    await skipBilledStudents(write, lines.id)
    await billRemaining(write, lines.id, systemActor)
    await write((trx) => endRun(trx, lines.id))
  }
  const costOf = async (students: number, work: (lines: BilledMonth) => Promise<unknown>) => {
    const lines = await next(students)
    const begun = performance.now()
    await work(lines)
    return (performance.now() - begun) / students
  }
  const ms = await inTurns(
    {
      ours: () => costOf(inRound, ours),
      bare: () => costOf(inRound, (lines) => atEase((trx) => bareStatement(trx, lines))),
      loop: () => costOf(byHand, (lines) => rowByRow(write, lines)),
    },
    { rounds: 5, turns: 4, budgetMs: 120_000 },
  )
  await ours(await next(many))
  const again = await atEase((trx) => copyLines(trx, { no: month, students: many }))
  const begun = performance.now()
  await ours(again)
  const wholeAgain = (performance.now() - begun) / 1_000
  const { wrong, rows } = await counted(atEase, again.id)
  return {
    figures: [
      ratio('faster than a loop over invoices', ratios(ms.loop, ms.ours), atLeast(12)),
      ratio('rate of one bare INSERT…SELECT that writes the same', ratios(ms.bare, ms.ours), atLeast(0.75)),
      local(`the same month of ${many.toLocaleString('en')} invoices again`, wholeAgain, 's', atMost(2)),
      exact('invoices of the same month again', rows, 'invoices', atMost(0)),
      exact('numbers left out, doubled, and sums that differ', wrong, 'invoices', atMost(0)),
      local(
        `a preview of ${previewed.toLocaleString('en')} students`,
        await secondsOfPreview(database, previewed),
        's',
        atMost(10),
      ),
    ],
    notes: [
      `one invoice here: ${(1_000 * median(ms.ours)).toFixed(0)} µs in chunks, ` +
        `${(1_000 * median(ms.bare)).toFixed(0)} µs in one statement, ${(1_000 * median(ms.loop)).toFixed(0)} µs by the loop`,
    ],
  }
}

/** In an organisation of its own, of so many students. */
async function secondsOfPreview({ ownerUrl, pool }: Database, students: number): Promise<number> {
  const place = await asOwner(ownerUrl, (owner) => newTenant(owner))
  const write = <R>(work: (trx: Transaction<DB>) => Promise<R>) => withTenant(pool, place, work)
  await write((trx) => fill(trx, students))
  await asOwner(ownerUrl, (owner) => sql`vacuum analyze`.execute(owner))
  const id = newId()
  await write((trx) =>
    trx
      .insertInto('generation')
      .values({
        ...{ id, month: '2030-01-01' },
        setting: JSON.stringify({ group_by: 'student', issue_zero: false }),
      })
      .execute(),
  )
  const report = reportReader(pool)
  const begun = performance.now()
  await makePreview(
    { withTenant: write, report: (work) => report(place, work), signal: new AbortController().signal },
    id,
  )
  return (performance.now() - begun) / 1_000
}

type Write = <R>(work: (trx: Transaction<DB>) => Promise<R>) => Promise<R>

async function counted(write: Write, generation_id: string): Promise<{ wrong: number; rows: number }> {
  return write(async (trx: Kysely<DB>) => {
    const { rows } = await sql<{ wrong: number; rows: number }>`select
      (select max(last_no) from number_series where kind = 'invoice')
        - (select count(distinct number) from invoice where number is not null)
        + (select count(*) from (
          select from invoice join invoice_item as item on item.invoice_id = invoice.id
          group by invoice.id having invoice.total_sen <> sum(item.amount_sen + item.tax_sen)) as differing) as wrong,
      (select count(*) from invoice where generation_id = ${generation_id}) as rows`.execute(trx)
    return rows[0]!
  })
}
