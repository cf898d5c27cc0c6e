import { type Kysely, sql } from 'kysely'
import type { RowScope } from '#app/domain/core/actor.ts'
import { startOfMonth } from '#app/domain/core/dates.ts'
import { studentsIn } from '#app/domain/people/students/scope.ts'
import type { DB } from '#db/types.ts'
import { siblingCtes } from './plan.ts'

/** The criterion by which a child ranks after the one before. */
type Reason = 'first' | 'fees' | 'registered' | 'born' | 'number'

export interface Sibling {
  id: string
  /** Null when the child is out of the reader's scope. */
  name: string | null
  /** The rank from 1; null while the child does not count. */
  child: number | null
  because: Reason
  registered_on: string
  born_on: string
  student_no: string
  /** Fees of the month before discounts, in sen; 0 where children are not ranked by fees. */
  fees_sen: number
}

interface Ranked extends Omit<Sibling, 'name' | 'because'> {
  is_seated: boolean
}

/**
 * The siblings among whom some students count today, in the order of their rank; last those who do not count because they are
 * not active or not enrolled on the first day of the month. Empty for an only child.
 */
export async function siblingGroup(
  db: Kysely<DB>,
  scope: RowScope,
  students: readonly string[],
  today: string,
): Promise<Sibling[]> {
  if (students.length === 0) return []
  const input = { month: startOfMonth(today), issued_on: today }
  const { rows: group } = await sql<{ student_id: string }>`
    with ${siblingCtes({ ...input, students }, 'family_link')} select distinct student_id from family_link`.execute(
    db,
  )
  const ids = group.map(({ student_id }) => student_id)
  if (ids.length < 2) return []
  const { rows } = await sql<Ranked>`
    with ${siblingCtes({ ...input, students: ids }, 'ranked')}
    select student.id, ranked.child, enrolled.id is not null as is_seated, student.registered_on, student.born_on,
      student.student_no, coalesce(fees.sen, 0)::bigint as fees_sen
    from ranked join student on student.id = ranked.student_id
      left join enrolled on enrolled.id = student.id
      left join (
        select line.student_id, sum(line.gross_sen) as sen from priced as line
        where coalesce(line.skip, 'already_billed') = 'already_billed'
          and (select child_order from organisation) = 'highest_fee_first'
        group by line.student_id
      ) as fees on fees.student_id = student.id
    order by enrolled.id is null, ranked.child, student.registered_on, student.born_on, student.student_no`.execute(
    db,
  )
  const known = await studentsIn(db, scope)
    .select(['student.id', 'student.name'])
    .where('student.id', 'in', ids)
    .execute()
  const names = new Map(known.map(({ id, name }) => [id, name]))
  return rows.map(({ is_seated, ...row }, index) => ({
    ...{ ...row, name: names.get(row.id) ?? null, child: is_seated ? row.child : null },
    because: because(rows[index - 1], row),
  }))
}

function because(before: Omit<Ranked, 'is_seated'> | undefined, me: Omit<Ranked, 'is_seated'>): Reason {
  if (!before) return 'first'
  if (before.fees_sen !== me.fees_sen) return 'fees'
  if (before.registered_on !== me.registered_on) return 'registered'
  return before.born_on === me.born_on ? 'number' : 'born'
}
