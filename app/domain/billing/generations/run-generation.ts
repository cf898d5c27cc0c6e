import { sql, type Transaction } from 'kysely'
import type { Actor } from '#app/domain/core/actor.ts'
import type { Write } from '#app/domain/core/transactions.ts'
import type { DB } from '#db/types.ts'
import { billChunk, type ChunkOptions, isDataError } from './bill-chunk.ts'
import { lockGeneration } from './find-generations.ts'
import { chunkStudents, concurrentChunks } from './generation.ts'

/**
 * Skips, before anybody is billed, the students whose lines another run of the month has billed since the comparison, so that
 * billing the same month again costs almost nothing. Single lines that were billed meanwhile are left out when they are claimed.
 */
export async function skipBilledStudents(withTenant: Write, generation_id: string): Promise<void> {
  await withTenant(async (trx) => {
    const row = await lockGeneration(trx, generation_id)
    if (row?.status !== 'running' || !row.checked_at) return
    const other = await trx
      .selectFrom('generation')
      .select('id')
      .where('month', '=', row.month)
      .where('run_at', 'is not', null)
      .where('id', '<>', generation_id)
      .executeTakeFirst()
    if (!other) return
    await sql`
      with unbilled as materialized (
        select distinct item.student_id from generation_item as item
        where item.generation_id = ${generation_id} and item.skip is null and not exists (
          select from billed_fee as billed
          where (billed.student_id, billed.subject_id, billed.fee_type_id, billed.apply_to, billed.period_key)
            = (item.student_id, item.subject_id, item.fee_type_id, item.apply_to, item.period_key))
      )
      update generation_student set result = 'skipped', reason = 'already_billed', invoices = 0, total_sen = 0
      where generation_id = ${generation_id} and result = 'ready'
        and (student_id in (select student_id from unbilled)) is not true`.execute(trx)
  })
}

/**
 * Bills the remaining students of a run, and stops between two chunks when `signal` is aborted. A chunk that fails because of
 * one student's data is billed again student by student.
 */
export async function billRemaining(
  withTenant: Write,
  generation_id: string,
  actor: Actor,
  signal?: AbortSignal,
): Promise<void> {
  do await billConcurrently(withTenant, generation_id, actor, signal)
  while (await billNextChunk(withTenant, generation_id, actor))
}

/**
 * Bills several chunks at a time, each on its own connection: while one inserts its invoices, the next prepares its lines. A
 * chunk picks its students and its numbers after the one before it, so that numbers follow the order of students. Returns when
 * nobody is left or a chunk fails because of its data.
 */
async function billConcurrently(
  withTenant: Write,
  generation_id: string,
  actor: Actor,
  signal?: AbortSignal,
): Promise<void> {
  let after = 0
  let mayContinue = true
  /** The chunk that was started last: when it has picked its students, and when its transaction has ended. */
  let last: { picked: Promise<void>; ended: Promise<void> } = {
    picked: Promise.resolve(),
    ended: Promise.resolve(),
  }
  const worker = async () => {
    while (mayContinue) {
      signal?.throwIfAborted()
      const previous = last
      const [picked, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      last = { picked: picked.promise, ended: ended.promise }
      try {
        await previous.picked
        const options: ChunkOptions = {
          ...{ limit: chunkStudents, after, skipLocked: true, previous: previous.ended },
          onPicked(students) {
            after = students.at(-1)!.position
            picked.resolve()
          },
        }
        const billed = await withTenant((trx) => billChunk(trx, generation_id, actor, options))
        mayContinue &&= billed > 0
      } catch (error) {
        mayContinue = false
        if (!isDataError(error)) throw error
      } finally {
        picked.resolve()
        ended.resolve()
      }
    }
  }
  const ends = await Promise.allSettled(Array.from({ length: concurrentChunks }, worker))
  for (const end of ends) if (end.status === 'rejected') throw end.reason
}

/**
 * Bills the next students of a run, with their results in the same transaction, so that a killed process bills nobody twice
 * and forgets nobody. When a student's data makes the chunk fail, each of its students gets a transaction of their own and
 * that student is marked as failed. Waits for others who bill the same run. Returns whether there is more to do.
 */
export async function billNextChunk(
  withTenant: Write,
  generation_id: string,
  actor: Actor,
): Promise<boolean> {
  try {
    return (await withTenant((trx) => billChunk(trx, generation_id, actor, { limit: chunkStudents }))) > 0
  } catch (error) {
    if (!isDataError(error)) throw error
  }
  let after = 0
  for (let one = 0; one < chunkStudents; one++) {
    let student_id: string | undefined
    const options: ChunkOptions = {
      ...{ limit: 1, after },
      onPicked([student]) {
        student_id = student?.student_id
        after = student?.position ?? after
      },
    }
    const billed = await withTenant((trx) => billChunk(trx, generation_id, actor, options)).catch(
      async (error) => {
        if (!isDataError(error) || !student_id) throw error
        await withTenant((trx) => markStudentFailed(trx, generation_id, student_id!))
        return 1
      },
    )
    if (billed === 0) return false
  }
  return true
}

/** Marks a student whose data the database refused. */
async function markStudentFailed(
  trx: Transaction<DB>,
  generation_id: string,
  student_id: string,
): Promise<void> {
  await lockGeneration(trx, generation_id)
  await trx
    .updateTable('generation_student')
    .set({ result: 'failed', reason: 'error' })
    .where('generation_id', '=', generation_id)
    .where('student_id', '=', student_id)
    .where('result', '=', 'ready')
    .execute()
}
