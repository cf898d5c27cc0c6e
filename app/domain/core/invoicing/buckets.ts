import { sql } from 'kysely'
import { addDays, addMonths } from '#app/domain/core/dates.ts'

/** How long money has been owed. The last two are those of the reminders. */
export const buckets = ['not_due', 'days_1_30', 'days_31', 'months_2', 'months_3'] as const
type Bucket = (typeof buckets)[number]

/** Of what is late. */
export const lateBuckets = buckets.filter((bucket) => bucket !== 'not_due')

/** What is owed and not being paid just now, and what is. */
export const arrearsBuckets = [...buckets, 'pending'] as const
export type ArrearsBucket = (typeof arrearsBuckets)[number]

/** The latest due date in each bucket; the first has none, since it lies ahead. */
export function bucketEnds(today: string): Record<Exclude<Bucket, 'not_due'>, string> {
  return {
    days_1_30: addDays(today, -1),
    days_31: addDays(today, -31),
    // Two calendar months and less than three; exactly three belong to the last, so that no day is lost between.
    months_2: addMonths(today, -2),
    months_3: addMonths(today, -3),
  }
}

export function bucketOf(due_on: string, today: string): Bucket {
  const ends = bucketEnds(today)
  if (due_on <= ends.months_3) return 'months_3'
  if (due_on <= ends.months_2) return 'months_2'
  if (due_on <= ends.days_31) return 'days_31'
  return due_on <= ends.days_1_30 ? 'days_1_30' : 'not_due'
}

/** The SQL of `bucketOf`, of invoices that are owed; one that is being paid now has its own bucket. */
export function bucketOn(today: string) {
  const ends = bucketEnds(today)
  return sql<ArrearsBucket>`case
    when invoice.status = 'pending' then 'pending'
    when invoice.due_on <= ${ends.months_3}::date then 'months_3'
    when invoice.due_on <= ${ends.months_2}::date then 'months_2'
    when invoice.due_on <= ${ends.days_31}::date then 'days_31'
    when invoice.due_on <= ${ends.days_1_30}::date then 'days_1_30'
    else 'not_due' end`
}
