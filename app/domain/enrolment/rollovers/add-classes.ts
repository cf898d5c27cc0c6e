import { sql, type Transaction } from 'kysely'
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import { nextClass } from './next-class.ts'

/** Adds classes with seats on the last day of which the plan says nothing yet, each with a guess. */
export async function addClasses(
  trx: Transaction<DB>,
  { id, ends_on }: { id: string; ends_on: string },
): Promise<void> {
  const classes = await trx
    .selectFrom('subject')
    .select(['subject.id', 'subject.name', 'subject.branch_id', 'subject.program_id'])
    .select(
      sql<boolean>`exists (select from enrolment where enrolment.subject_id = subject.id
        and enrolment.status <> 'ended' and coalesce(enrolment.ends_on >= ${ends_on}::date, true))`.as(
        'is_sat_in',
      ),
    )
    .where('subject.status', '=', 'active')
    .where('subject.deleted_at', 'is', null)
    .orderBy('subject.name')
    .orderBy('subject.id')
    .execute()
  const values = classes
    .filter(({ is_sat_in }) => is_sat_in)
    .map((one) => ({ id: newId(), rollover_id: id, subject_id: one.id, ...nextClass(one, classes) }))
  if (values.length === 0) return
  await trx
    .insertInto('rollover_class')
    .values(values)
    .onConflict((conflict) => conflict.columns(['rollover_id', 'subject_id']).doNothing())
    .execute()
}
