import { sql, type Transaction } from 'kysely'
import type { Actor } from '#app/domain/core/actor.ts'
import type { DB } from '#db/types.ts'
import { billChunk, isObjection, type Taking } from './bill-chunk.ts'
import { heldGeneration } from './find-generations.ts'
import { chunkStudents, lanes } from './generation.ts'
import type { InPlace } from './make-preview.ts'

/**
 * Sets aside, before anybody is billed, whose lines another run of the month has billed since all was compared, so that the
 * same month again costs next to nothing. What else is billed falls out where its key is claimed.
 */
export async function skipBilled(inPlace: InPlace, generation_id: string): Promise<void> {
  await inPlace(async (trx) => {
    const row = await heldGeneration(trx, generation_id)
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
      with due as materialized (
        select distinct item.student_id from generation_item as item
        where item.generation_id = ${generation_id} and item.skip is null and not exists (
          select from billed_fee as billed
          where (billed.student_id, billed.subject_id, billed.fee_type_id, billed.apply_to, billed.period_key)
            = (item.student_id, item.subject_id, item.fee_type_id, item.apply_to, item.period_key))
      )
      update generation_student set result = 'skipped', reason = 'already_billed', invoices = 0, total_sen = 0
      where generation_id = ${generation_id} and result = 'ready'
        and (student_id in (select student_id from due)) is not true`.execute(trx)
  })
}

/**
 * Bills all whom a run that was compared has left, and stops between two chunks when `signal` is aborted. Where the database
 * objects to a student, the chunk with them is billed alone.
 */
export async function billRest(
  inPlace: InPlace,
  generation_id: string,
  actor: Actor,
  signal?: AbortSignal,
): Promise<void> {
  do await billInLanes(inPlace, generation_id, actor, signal)
  while (await billNext(inPlace, generation_id, actor))
}

/**
 * Several chunks at a time, each on a connection of its own: while one takes its numbers, the next has its lines made. A chunk
 * takes students and numbers after the one before it, so that numbers are in the order of students. Returns when nobody is
 * left or the database objects to somebody.
 */
async function billInLanes(
  inPlace: InPlace,
  generation_id: string,
  actor: Actor,
  signal?: AbortSignal,
): Promise<void> {
  let [after, goOn] = [0, true]
  let last: { taken: Promise<void>; over: Promise<void> } = {
    taken: Promise.resolve(),
    over: Promise.resolve(),
  }
  const lane = async () => {
    while (goOn) {
      signal?.throwIfAborted()
      const before = last
      const [taken, over] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      last = { taken: taken.promise, over: over.promise }
      try {
        await before.taken
        const taking: Taking = {
          ...{ limit: chunkStudents, after, besideOthers: true, before: before.over },
          taken(students) {
            after = students.at(-1)!.position
            taken.resolve()
          },
        }
        const billed = await inPlace((trx) => billChunk(trx, generation_id, actor, taking))
        goOn &&= billed > 0
      } catch (error) {
        goOn = false
        if (!isObjection(error)) throw error
      } finally {
        taken.resolve()
        over.resolve()
      }
    }
  }
  const ends = await Promise.allSettled(Array.from({ length: lanes }, lane))
  for (const end of ends) if (end.status === 'rejected') throw end.reason
}

/**
 * Bills the next students of a run that was compared, in one transaction with what became of each, so that a process that
 * is killed bills nobody twice and forgets nobody. A student at whom the database objects takes the others back; then each
 * of these has a transaction of their own, and that one has failed. Waits for others who bill the same. Returns whether
 * there is more to do.
 */
export async function billNext(inPlace: InPlace, generation_id: string, actor: Actor): Promise<boolean> {
  try {
    return (await inPlace((trx) => billChunk(trx, generation_id, actor, { limit: chunkStudents }))) > 0
  } catch (error) {
    if (!isObjection(error)) throw error
  }
  let after = 0
  for (let one = 0; one < chunkStudents; one++) {
    let student_id: string | undefined
    const taking: Taking = {
      ...{ limit: 1, after },
      taken([student]) {
        student_id = student?.student_id
        after = student?.position ?? after
      },
    }
    const billed = await inPlace((trx) => billChunk(trx, generation_id, actor, taking)).catch(
      async (error) => {
        if (!isObjection(error) || !student_id) throw error
        await inPlace((trx) => keepFailed(trx, generation_id, student_id!))
        return 1
      },
    )
    if (billed === 0) return false
  }
  return true
}

/** At whom the database objected. */
async function keepFailed(trx: Transaction<DB>, generation_id: string, student_id: string): Promise<void> {
  await heldGeneration(trx, generation_id)
  await trx
    .updateTable('generation_student')
    .set({ result: 'failed', reason: 'error' })
    .where('generation_id', '=', generation_id)
    .where('student_id', '=', student_id)
    .where('result', '=', 'ready')
    .execute()
}
