import { type Kysely, sql, type Transaction } from 'kysely'
import { currentDay } from '#app/domain/core/clock.ts'
import type { DB } from '#db/types.ts'
import { beginRun } from './change-generation.ts'
import { countBranches, runnerOf } from './end-generation.ts'
import { heldGeneration } from './find-generations.ts'
import { previewStep } from './generation.ts'
import { keepStep, type Planning, planStep, studentsToPlan } from './planned.ts'

export type InPlace = <R>(work: (trx: Transaction<DB>) => Promise<R>) => Promise<R>
export type Reading = <R>(work: (db: Kysely<DB>) => Promise<R>) => Promise<R>

interface Ways {
  inPlace: InPlace
  report: Reading
  signal: AbortSignal
}

/**
 * Works out what a month bills, some students at a time, and keeps it. Begins anew each time that it is begun: of two that
 * were given the same job the later one goes on, and the other stops. Reads on the connections of reports.
 */
export async function makePreview({ inPlace, report, signal }: Ways, id: string): Promise<void> {
  const begun = await inPlace((trx) => beginPreview(trx, id))
  if (!begun) return
  const { planning, attempt, among } = begun
  const students = await report((db) => studentsToPlan(db, planning.month, among))
  const holding = <R>(work: (trx: Transaction<DB>) => Promise<R>) =>
    inPlace(async (trx) => {
      const row = await heldGeneration(trx, id)
      if (row?.status !== 'previewing' || row.attempt !== attempt) return undefined
      await trx.updateTable('generation').set({ updated_at: sql<Date>`now()` }).where('id', '=', id).execute()
      return { done: await work(trx) }
    })
  const counted = await holding((trx) => setCount(trx, id, students.length))
  if (!counted) return
  for (let from = 0; from < students.length; from += previewStep) {
    signal.throwIfAborted()
    const step = await report((db) => planStep(db, planning, students.slice(from, from + previewStep), from))
    if (!(await holding((trx) => keepStep(trx, id, step)))) return
  }
  await holding((trx) => endPreview(trx, id))
}

async function beginPreview(trx: Transaction<DB>, id: string) {
  const row = await heldGeneration(trx, id)
  if (row?.status !== 'previewing') return undefined
  await trx.deleteFrom('generation_student').where('generation_id', '=', id).execute()
  await trx.deleteFrom('generation_item').where('generation_id', '=', id).execute()
  const attempt = row.attempt + 1
  await trx.updateTable('generation').set({ attempt, student_count: null }).where('id', '=', id).execute()
  const among = row.retry_of_id ? await failedOf(trx, row.retry_of_id) : undefined
  return { planning: planningOf(row), attempt, among }
}

const failedOf = async (db: Kysely<DB>, generation_id: string) => {
  const rows = await db
    .selectFrom('generation_student')
    .select('student_id')
    .where('generation_id', '=', generation_id)
    .where('result', '=', 'failed')
    .execute()
  return rows.map(({ student_id }) => student_id)
}

/** What a preview or a run of today works with. */
export function planningOf({
  month,
  filters,
  setting,
}: Pick<Planning, 'month' | 'filters' | 'setting'>): Planning {
  return { month, filters, setting, issued_on: currentDay() }
}

const setCount = (trx: Transaction<DB>, id: string, student_count: number) =>
  trx.updateTable('generation').set({ student_count }).where('id', '=', id).execute()

/** The sum of everything that went in; one that nobody waits for is run at once. */
export async function endPreview(trx: Transaction<DB>, id: string): Promise<void> {
  const row = await trx
    .updateTable('generation')
    .set({
      status: 'previewed',
      hash: sql<string>`(
        select encode(sha256(convert_to(concat_ws('|', generation.month, generation.filters, generation.setting,
          string_agg(student_id || digest, '|' order by student_id)), 'UTF8')), 'hex')
        from generation_student where generation_id = generation.id)`,
      previewed_at: sql<Date>`now()`,
      version: sql<number>`version + 1`,
      updated_at: sql<Date>`now()`,
    })
    .where('id', '=', id)
    .returning(['id', 'version', 'month', 'status', 'runs_itself', 'run_by'])
    .executeTakeFirstOrThrow()
  await countBranches(trx, id)
  if (row.runs_itself) await runByItself(trx, row)
}

async function runByItself(
  trx: Transaction<DB>,
  row: { id: string; version: number; month: string; status: string; run_by: string | null },
): Promise<void> {
  const actor = await runnerOf(trx, row.run_by)
  await beginRun(trx, actor, row, currentDay())
}
