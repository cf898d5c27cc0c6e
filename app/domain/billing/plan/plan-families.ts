import { sql } from 'kysely'

/**
 * By which parents the students of a query (`id`s) have brothers and sisters: those who pay, or any where the
 * organisation has it so; a family that was joined to another counts as that one.
 */
const headsOf = (where: ReturnType<typeof sql>) => sql`
  select distinct student_parent.student_id, coalesce(joined_family.joined_to_id, parent.id) as head_id
  from student_parent
    join parent on parent.id = student_parent.parent_id and parent.deleted_at is null
    left join joined_family on joined_family.parent_id = parent.id
  where (student_parent.is_payer or (select family from about) = 'any_parent') and ${where}`

/** The wanted students and everybody who has a head in common with one of them. */
export const kin = () => sql`
  with own as (${headsOf(sql`student_parent.student_id in (select id from wanted)`)})
  ${headsOf(sql`(parent.id in (select head_id from own) or joined_family.joined_to_id in (select head_id from own))`)}`

/**
 * Whose lines are worked out: the wanted students; with their brothers and sisters where the dearest child counts as the
 * first.
 */
export const concerned = () => sql`
  select id from wanted
  union select kin.student_id from kin join student on student.id = kin.student_id
  where (select child_order from about) = 'highest_fee_first' and student.deleted_at is null`

/**
 * The how-manieth child of the family a student is: one more than the seated brothers and sisters who come before, by
 * what they pay, if that counts, then by the day of registration, of birth, and the student number.
 */
export const ranked = () => sql`
  with dear as (
    select line.student_id, sum(line.gross_sen) as sen from priced as line
    where coalesce(line.skip, 'already_billed') = 'already_billed'
      and (select child_order from about) = 'highest_fee_first'
    group by line.student_id
  ), child as (
    select student.id,
      row(-coalesce(dear.sen, 0), student.registered_on, student.born_on, student.student_no) as place
    from student left join dear on dear.student_id = student.id
    where student.id in (select student_id from kin)
  )
  select me.id as student_id, 1 + count(distinct older.id)::int as child
  from wanted
    join child as me on me.id = wanted.id
    join kin as mine on mine.student_id = me.id
    left join (kin as theirs join seated on seated.id = theirs.student_id join child as older on older.id = theirs.student_id)
      on theirs.head_id = mine.head_id and older.id <> me.id and older.place < me.place
  group by me.id`
