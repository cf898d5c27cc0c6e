import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import { subjectsIn } from '#app/domain/catalogue/subjects/find-subjects.ts'
import type { RowScope } from '#app/domain/core/actor.ts'
import { currentDay } from '#app/domain/core/clock.ts'
import { leavableChannels, optedOut } from '#app/domain/core/contact/opted-out.ts'
import { invoicesIn } from '#app/domain/core/invoicing/invoice.ts'
import type { Channel } from '#app/domain/messaging/words.ts'
import { isRemindable } from '#app/domain/payments/reminders/schedule.ts'
import { staffIn } from '#app/domain/people/staff/find-staff.ts'
import { studentsIn } from '#app/domain/people/students/scope.ts'
import { trainersIn } from '#app/domain/people/trainers/find-trainers.ts'
import { knownLocale, type Locale } from '#app/i18n/locales.ts'
import type { DB } from '#db/types.ts'

/** Whom an announcement addresses. Several add up. */
export const groups = ['families', 'overdue', 'staff', 'trainers'] as const
export type Group = (typeof groups)[number]

/** Rows that one choice may name. */
export const mostChosen = 200

const ids = z.array(z.uuid()).max(mostChosen).default([])

/**
 * To whom an announcement goes, as it is stored: `who` adds up, everything else narrows it. Several choices of one kind
 * add up, choices of different kinds must all fit. Branches narrow everybody; programs, categories and classes families
 * and trainers; tags and named people families only.
 */
export const audienceSchema = z.object({
  who: z.array(z.enum(groups)).min(1),
  branch_ids: ids,
  program_ids: ids,
  category_ids: ids,
  subject_ids: ids,
  tags: z.array(z.string().max(30)).max(mostChosen).default([]),
  /** Named students and named parents add up with each other. */
  student_ids: ids,
  parent_ids: ids,
})
export type Audience = z.output<typeof audienceSchema>

/** Everything that placeholders may say of one recipient; of staff and trainers only their name. */
export interface RecipientFacts {
  /** The children in the audience, the eldest first. */
  students?: string[]
  /** Names of these children's classes, in the recipient's language. */
  classes?: string[]
  /** Overdue families only, in sen, the earliest due date, and the public code of the invoice that is due first. */
  amount_sen?: number
  due_on?: string
  code?: string
}

/** One family, by the parent who pays, or one account. */
export interface Recipient {
  /** Exactly one of both. */
  parent_id: string | null
  user_id: string | null
  name: string
  locale: Locale
  email: string | null
  /** E.164 */
  phone: string | null
  facts: RecipientFacts
  /** Channels that this recipient does not want. */
  opted_out: readonly Channel[]
  /** Channels on which somebody earlier in the list is reached at the same address. */
  duplicate: readonly Channel[]
}

/**
 * The recipients of an audience as of now, within the scope of who sends it: families first, by name. Each family once, by
 * the parent who pays for the children, else the primary contact; joined families count as one. Of overdue families the
 * parent who pays the invoices, for the invoices that the scope reaches and of which a family may be reminded today. One
 * statement, however many there are.
 */
export async function audienceOf(db: Kysely<DB>, scope: RowScope, audience: Audience): Promise<Recipient[]> {
  const { rows } = await recipientsOf(db, scope, audience).execute(db)
  return withDuplicates(rows)
}

type Row = Omit<Recipient, 'duplicate' | 'locale'> & { locale: string }

function recipientsOf(db: Kysely<DB>, scope: RowScope, audience: Audience) {
  const { who } = audience
  const parts = [
    ...(who.includes('families') || who.includes('overdue') ? [familiesOf(db, scope, audience)] : []),
    ...(who.includes('staff') || who.includes('trainers') ? [accountsOf(db, scope, audience)] : []),
  ]
  return sql<Row>`select * from (${sql.join(parts, sql` union all `)}) as recipient
    order by position, name, coalesce(parent_id, user_id)`
}

/** Who is reached at an address that an earlier recipient has and wants to be written to gets nothing a second time there. */
function withDuplicates(rows: readonly Row[]): Recipient[] {
  const seen = new Set<string>()
  return rows.map((row) => {
    const duplicate = leavableChannels.filter((channel) => {
      const address = channel === 'email' ? row.email : row.phone
      if (!address || row.opted_out.includes(channel)) return false
      const key = `${channel} ${address.toLowerCase()}`
      const isKnown = seen.has(key)
      seen.add(key)
      return isKnown
    })
    return { ...row, locale: knownLocale(row.locale), duplicate }
  })
}

const anyOf = (column: string, chosen: readonly string[]) =>
  sql<boolean>`${sql.ref(column)} = any(${chosen}::uuid[])`

/** Whether the classes themselves narrow the audience. */
const narrowsClasses = ({ program_ids, category_ids, subject_ids }: Audience) =>
  program_ids.length + category_ids.length + subject_ids.length > 0

/** Classes in scope that the audience names, or all in scope. */
function classesOf(db: Kysely<DB>, scope: RowScope, { program_ids, category_ids, subject_ids }: Audience) {
  let query = subjectsIn(db, scope)
  if (program_ids.length > 0) query = query.where(anyOf('subject.program_id', program_ids))
  if (category_ids.length > 0) query = query.where(anyOf('subject.category_id', category_ids))
  if (subject_ids.length > 0) query = query.where(anyOf('subject.id', subject_ids))
  return query
}

/** Students in scope whom the audience means, whatever their status. */
function childrenOf(db: Kysely<DB>, scope: RowScope, audience: Audience) {
  const { branch_ids, tags, student_ids, parent_ids } = audience
  let query = studentsIn(db, scope)
  if (branch_ids.length > 0) query = query.where(anyOf('student.branch_id', branch_ids))
  if (tags.length > 0) query = query.where(sql<boolean>`student.tags && ${tags}::text[]`)
  if (student_ids.length + parent_ids.length > 0)
    query = query.where(
      sql<boolean>`(student.id = any(${student_ids}::uuid[]) or exists (select from student_parent named
        where named.student_id = student.id and named.parent_id = any(${parent_ids}::uuid[])))`,
    )
  if (narrowsClasses(audience))
    query = query.where(
      sql<boolean>`student.id in (select enrolment.student_id from enrolment
        where enrolment.status in ('active', 'paused')
          and enrolment.subject_id in (${classesOf(db, scope, audience).select('subject.id')}))`,
    )
  return query
}

/** Each child with the parent who is written to: who pays, else the primary contact. */
const payerOf = sql`lateral (select parent.id from student_parent
  join parent on parent.id = student_parent.parent_id and parent.deleted_at is null and parent.status = 'active'
  where student_parent.student_id = child.id
  order by student_parent.is_payer desc, student_parent.is_primary desc, parent.id limit 1)`

/**
 * Families that count as one are written to once, by the one that the other was joined to; not about money, which is between
 * the school and who pays, nor in place of a parent who was named.
 */
const headOf = (named: readonly string[]) => sql`left join joined_family
    on joined_family.parent_id = payer.id and payer.id <> all(${named}::uuid[])
  left join parent head on head.id = joined_family.joined_to_id and head.deleted_at is null and head.status = 'active'`

/** The channels that a parent or an account has left, as sending looks at them, too. */
function notWanted(kind: 'parent' | 'user', id: string) {
  const each = leavableChannels.map(
    (channel) => sql`case when ${optedOut(kind, sql.ref(id), channel)} then ${sql.lit(channel)} end`,
  )
  return sql`array_remove(array[${sql.join(each)}]::text[], null)`
}

function familiesOf(db: Kysely<DB>, scope: RowScope, audience: Audience) {
  const { who, branch_ids, parent_ids } = audience
  const today = currentDay()
  const child = childrenOf(db, scope, audience).select([
    'student.id',
    'student.name',
    'student.born_on',
    'student.status',
  ])
  let invoices = invoicesIn(db, scope).where('invoice.due_on', '<', today).where(isRemindable(today))
  if (branch_ids.length > 0) invoices = invoices.where(anyOf('invoice.branch_id', branch_ids))
  const late = sql`select invoice.payer_parent_id, invoice.student_id, invoice.due_on, invoice.public_code, invoice.balance_sen as owed_sen
    from (${invoices.selectAll('invoice')}) as invoice join child on child.id = invoice.student_id`
  const seats = classesOf(db, scope, audience).select([
    'subject.id',
    'subject.name',
    'subject.name_en',
    'subject.name_my',
  ])
  // A family may be in it for its children, for what it owes, or for both.
  return sql`(with child as materialized (${child}),
    late as (${
      who.includes('overdue')
        ? sql`${late}`
        : sql`select null::uuid payer_parent_id, null::uuid student_id,
      null::date due_on, null::text public_code, 0 owed_sen where false`
    }),
    seat as (${seats}),
    member as (
      select payer_parent_id as parent_id, student_id from late
      ${
        who.includes('families')
          ? sql`union select coalesce(head.id, payer.id), child.id
        from child cross join ${payerOf} as payer ${headOf(parent_ids)} where child.status = 'active'`
          : sql``
      }
    ),
    debt as (
      select payer_parent_id as parent_id, sum(owed_sen)::int as amount_sen, min(due_on) as due_on,
        (array_agg(public_code order by due_on, public_code))[1] as code
      from late group by payer_parent_id
    ),
    pupil as (
      select member.parent_id, json_agg(child.name order by child.born_on, child.id) as students,
        array_agg(child.id) as ids
      from member join child on child.id = member.student_id group by member.parent_id
    )
    select 0 as position, parent.id as parent_id, null::uuid as user_id, parent.name,
      parent.preferred_locale as locale, nullif(parent.email, '') as email, nullif(parent.phone, '') as phone,
      jsonb_strip_nulls(jsonb_build_object('students', pupil.students, 'classes', class.names,
        'amount_sen', debt.amount_sen, 'due_on', debt.due_on, 'code', debt.code)) as facts,
      ${notWanted('parent', 'parent.id')} as opted_out
    from pupil
    join parent on parent.id = pupil.parent_id and parent.deleted_at is null
    left join debt on debt.parent_id = parent.id
    left join lateral (
      select json_agg(name order by name) as names from (
        select distinct coalesce(case parent.preferred_locale when 'my' then seat.name_my when 'en' then seat.name_en end,
          seat.name) as name
        from enrolment join seat on seat.id = enrolment.subject_id
        where enrolment.student_id = any(pupil.ids) and enrolment.status in ('active', 'paused')
      ) as named
    ) as class on true)`
}

/** Members of staff and trainers by their accounts, each once. */
function accountsOf(db: Kysely<DB>, scope: RowScope, audience: Audience) {
  const { who, branch_ids } = audience
  const ofBranch = sql<boolean>`exists (select from staff_branch where staff_branch.staff_id = staff.id
    and staff_branch.branch_id = any(${branch_ids}::uuid[]))`
  const parts: { execute(): Promise<unknown> }[] = []
  if (who.includes('staff')) {
    let staff = staffIn(db, scope).where('staff.status', '=', 'active')
    if (branch_ids.length > 0) staff = staff.where(ofBranch)
    parts.push(staff.select(['staff.user_id', 'staff.email', 'staff.phone']))
  }
  if (who.includes('trainers') && (scope.scope === 'all' || scope.scope === 'branch')) {
    let trainers = trainersIn(db, scope).where(sql<boolean>`'trainer' = any(user_account.roles)`)
    if (branch_ids.length > 0) trainers = trainers.where(ofBranch)
    if (narrowsClasses(audience))
      trainers = trainers.where(
        sql<boolean>`trainer.user_id in (select subject_trainer.user_id from subject_trainer
          where subject_trainer.subject_id in (${classesOf(db, scope, audience).select('subject.id')}))`,
      )
    parts.push(trainers.select(['trainer.user_id', 'trainer.email', 'trainer.phone']))
  }
  const people =
    parts.length > 0
      ? sql.join(parts, sql` union all `)
      : sql`select null::uuid user_id, null::text email, null::text phone where false`
  return sql`(select 1 as position, null::uuid as parent_id, account.id as user_id, account.name,
      account.locale, coalesce(nullif(account.email, ''), person.email) as email,
      coalesce(nullif(account.phone, ''), person.phone) as phone, '{}'::jsonb as facts,
      ${notWanted('user', 'account.id')} as opted_out
    from (select user_id, min(email) as email, min(phone) as phone from (${people}) as found group by user_id) as person
    join user_account account on account.id = person.user_id
    where account.deleted_at is null and account.status in ('active', 'invited'))`
}
