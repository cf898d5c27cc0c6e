import { sql } from 'kysely'
import { type ArrearsBucket, bucketEnds } from './buckets.ts'

/** The SQL of `bucketOf`, of invoices that are owed; one that is being paid now stands apart. */
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
