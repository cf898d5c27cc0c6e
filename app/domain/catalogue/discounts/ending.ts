import { type Kysely, sql, type Transaction } from 'kysely'
import { rolesWith } from '#app/domain/core/access/access.ts'
import { addDays } from '#app/domain/core/dates.ts'
import { notifiableAccounts } from '#app/domain/identity/accounts/accounts.ts'
import { enqueue } from '#app/outbox/enqueue.ts'
import type { DB } from '#db/types.ts'

/** Days before its end on which it is noticed that a discount ends. */
export const noticeDays = 30

/** The last day of what ends soon, seen from a day. */
export const soonUntil = (today: string): string => addDays(today, noticeDays)

/** A rule, or a discount of a student, that ends soon. */
export interface Ending {
  id: string
  discount: string
  /** Null of a rule. */
  student: string | null
  ends_on: string
}

const everywhere = rolesWith('student_discount.approve', 'all')
const inBranches = rolesWith('student_discount.approve', 'branch')
const ofRules = rolesWith('discount.edit', 'all')

/** Endings in one mail at most. */
const most = 200

/** Rules that are switched on and whose last day is near. */
export const ruleEndsSoon = (today: string) =>
  sql<boolean>`(discount.status = 'active' and discount.valid_to between ${today}::date and ${soonUntil(today)}::date)`

/** Student discounts that end soon and have no renewal, not even a requested one. */
export const givenEndsSoon = (today: string) =>
  sql<boolean>`(student_discount.status = 'approved'
    and student_discount.ends_on between ${today}::date and ${soonUntil(today)}::date
    and not exists (select from student_discount as next
      where next.renews_id = student_discount.id and next.status in ('requested', 'approved')))`

/**
 * Finds what ends within thirty days, once for each last day, and enqueues a mail to everybody who may decide about it.
 * Returns how many were found; idempotent.
 */
export async function noticeEndings(trx: Transaction<DB>, today: string): Promise<number> {
  const { rows } = await sql<{ subject_id: string }>`
    insert into discount_ending (subject_id, ends_on)
    select discount.id, discount.valid_to from discount where discount.deleted_at is null and ${ruleEndsSoon(today)}
    union all
    select student_discount.id, student_discount.ends_on
    from student_discount join student on student.id = student_discount.student_id and student.deleted_at is null
    where ${givenEndsSoon(today)}
    on conflict do nothing
    returning subject_id`.execute(trx)
  const ids = rows.map(({ subject_id }) => subject_id)
  for (let from = 0; from < ids.length; from += most) {
    const some = ids.slice(from, from + most)
    for (const { id } of await deciders(trx).execute())
      if ((await endingsFor(trx, id, some, today)).length > 0)
        await enqueue(trx, 'discount.ending', { user_id: id, ids: some })
  }
  return ids.length
}

/** Active accounts with an address whose roles decide about discounts. */
export const deciders = (db: Kysely<DB>) =>
  notifiableAccounts(db).where(
    sql<boolean>`roles && ${[...new Set([...everywhere, ...inBranches, ...ofRules])]}::text[]`,
  )

/** Which of `ids` still end soon and may be decided by a person, by last day. */
export async function endingsFor(
  db: Kysely<DB>,
  user_id: string,
  ids: readonly string[],
  today: string,
): Promise<Ending[]> {
  const { rows } = await sql<Ending>`
    with reader as (
      select roles && ${everywhere}::text[] as everywhere, roles && ${inBranches}::text[] as in_branches,
        roles && ${ofRules}::text[] as of_rules
      from user_account where id = ${user_id}
    )
    select discount.id, discount.name as discount, null as student, discount.valid_to as ends_on
    from discount, reader
    where discount.id = any(${ids}::uuid[]) and discount.deleted_at is null and reader.of_rules and ${ruleEndsSoon(today)}
    union all
    select student_discount.id, discount.name, student.name, student_discount.ends_on
    from student_discount
      join discount on discount.id = student_discount.discount_id
      join student on student.id = student_discount.student_id and student.deleted_at is null
      cross join reader
    where student_discount.id = any(${ids}::uuid[]) and ${givenEndsSoon(today)}
      and (reader.everywhere or (reader.in_branches and exists (
        select from staff join staff_branch on staff_branch.staff_id = staff.id
        where staff.user_id = ${user_id} and staff_branch.branch_id = student.branch_id)))
    order by ends_on, student nulls first, discount, id`.execute(db)
  return rows
}
