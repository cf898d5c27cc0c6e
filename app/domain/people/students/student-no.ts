import { sql, type Transaction } from 'kysely'
import type { DB } from '#db/types.ts'

/**
 * Such as `260001`: the year in which a student joined, and a number within it. Goes on after the highest that anybody
 * has or had, also one that was typed; the counter's row is locked until the transaction ends.
 */
export async function nextStudentNo(trx: Transaction<DB>, registered_on: string): Promise<string> {
  const year = registered_on.slice(2, 4)
  const highest = sql<number>`(select coalesce(max(substring(student_no from 3)::integer), 0)
    from student where student_no ~ ${`^${year}\\d{4,5}$`})`
  const { last_no } = await trx
    .insertInto('number_series')
    .values({ kind: 'student', period: registered_on.slice(0, 4), last_no: sql`${highest} + 1` })
    .onConflict((conflict) =>
      conflict.columns(['kind', 'period']).doUpdateSet({
        last_no: sql`greatest(number_series.last_no, ${highest}) + 1`,
      }),
    )
    .returning('last_no')
    .executeTakeFirstOrThrow()
  return year + String(last_no).padStart(4, '0')
}
