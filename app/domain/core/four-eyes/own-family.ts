import { type Kysely, sql } from 'kysely'
import type { Actor } from '#app/domain/core/actor.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { DB } from '#db/types.ts'
import { whose } from './whose-money.ts'

/**
 * Nobody changes alone what their own family owes, has paid or is charged, whatever their role. Each change is written to the
 * audit log in its own transaction, so `record` asks this file about each action: a new way to change money cannot forget
 * the rule, and `own-family.test.ts` fails for an action that is neither here nor named as free.
 */

interface Logged {
  type: string
  ids: readonly string[]
  /** The names of the fields that changed. */
  fields: readonly string[]
}

/**
 * How an action concerns a family: `one` where it changes a family by itself; `rule` where it changes many families by one
 * rule, and is refused unless at least {@link enoughOthers} others are charged by it, too. With `fields` only a change of one
 * of these concerns anybody.
 */
type Concern = 'one' | 'rule' | { by: 'one' | 'rule'; fields: readonly string[] }

/** Other families that a rule must charge, so that who changes it for the own family changes it for a whole class. */
export const enoughOthers = 5

/** Actions on the money of a family. Asking a colleague for one of them is free, and is not listed. */
export const familyActions: Readonly<Record<string, Concern>> = {
  ...each('invoice', ['drafted', 'edited', 'removed', 'issued', 'amended', 'cancelled', 'credited']),
  ...each('invoice', ['payment_undone', 'cancel_approved', 'cancel_rejected']),
  ...each('credit_note', ['approved', 'rejected']),
  ...each('payment', ['received', 'cancelled', 'cancel_approved', 'cancel_rejected']),
  ...each('bank_line', ['accepted', 'assigned']),
  ...each('transfer_slip', ['confirmed', 'settled', 'rejected', 'reopened']),
  ...each('payment_exception', ['booked', 'wrong_alarm', 'refunded', 'refund_rejected']),
  ...each('credit', ['moved', 'refunded']),
  ...each('credit_move', ['approved', 'rejected']),
  ...each('credit_refund', ['approved', 'rejected', 'cancelled', 'paid']),
  ...each('arrangement', ['agreed', 'rejected', 'ended']),
  ...each('student_discount', ['given', 'approved', 'rejected', 'ended']),
  ...each('enrolment', ['created', 'admitted', 'paused', 'resumed', 'ended', 'fees_set']),
  ...each('student', ['activated', 'deactivated', 'graduated', 'withdrawn', 'family_changed']),
  ...each('parent', ['family_joined', 'family_parted', 'confirmed', 'phone_lost']),
  ...each('application', ['approved', 'rejected', 'fee_received', 'family_matched', 'family_distinguished']),
  ...each('student_change', ['approved', 'rejected']),
  ...each('import', ['undone']),
  ...each('generation', ['undone'], 'rule'),
  ...each(
    'subject_fee',
    ['created', 'edited', 'price_changed', 'activated', 'deactivated', 'removed'],
    'rule',
  ),
  ...each('discount', ['created', 'edited', 'activated', 'deactivated'], 'rule'),
  // A class that is closed ends its enrolments, each of which is checked.
  'subject.deactivated': 'rule',
  'subject.edited': { by: 'rule', fields: ['sessions_per_month', 'ends_on'] },
  'fee_type.edited': { by: 'rule', fields: ['fee_category_id', 'taxable'] },
  'fee_category.edited': { by: 'rule', fields: ['discountable'] },
  'parent.edited': { by: 'one', fields: ['income_above_2500'] },
  // The day of birth and the number rank siblings of whom each has another discount.
  'student.edited': { by: 'one', fields: ['nationality', 'registered_on', 'born_on', 'student_no'] },
}

function each(noun: string, verbs: readonly string[], concern: Concern = 'one') {
  return Object.fromEntries(verbs.map((verb) => [`${noun}.${verb}`, concern]))
}

/** Whether an action changes many families by one rule. */
export const isRule = (action: string): boolean => {
  const concern = familyActions[action]
  return concern === 'rule' || (typeof concern === 'object' && concern.by === 'rule')
}

/**
 * Refuses (four_eyes.own_family, of a rule four_eyes.own_family_rule) an action on the money of the actor's own family;
 * anything else is free. Several records of a kind are changed as by one rule. True where the own family is among those whom
 * the action concerns, and it may be done.
 */
export async function refuseOwnFamilyAction(
  db: Kysely<DB>,
  actor: Actor,
  action: string,
  { type, ids, fields }: Logged,
): Promise<boolean> {
  const concern = familyActions[action]
  if (!concern || actor.type !== 'user') return false
  if (typeof concern === 'object' && !concern.fields.some((field) => fields.includes(field))) return false
  const { own, others } = await familiesOf(db, actor, { type, ids })
  if (!own) return false
  if (!isRule(action) && ids.length === 1) throw new Refusal('four_eyes.own_family')
  refuseFewOthers(others)
  return true
}

/** Refuses (four_eyes.own_family_rule) what concerns the actor's own family and too few others, such as a price. */
export async function refuseOwnFamilyRule(
  db: Kysely<DB>,
  actor: Actor,
  { type, ids }: { type: keyof typeof whose; ids: readonly string[] },
): Promise<void> {
  const { own, others } = await familiesOf(db, actor, { type, ids })
  if (own) refuseFewOthers(others)
}

function refuseFewOthers(others: number): void {
  if (others < enoughOthers)
    throw new Refusal('four_eyes.own_family_rule', undefined, { count: enoughOthers })
}

/** Refuses (four_eyes.own_family) whoever belongs to the family of a record, such as an invoice or a parent. */
export async function refuseOwnFamilyOf(
  db: Kysely<DB>,
  actor: Actor,
  { type, id }: { type: keyof typeof whose; id: string },
): Promise<void> {
  if (await isOwnFamily(db, actor, { type, ids: [id] })) throw new Refusal('four_eyes.own_family')
}

/**
 * Makes a change of a parent's contacts or account. Refuses (four_eyes.own_family) one after which a parent of the actor's
 * own family would be of nobody's, so that what they owe could be changed.
 */
export async function keepingOwnFamily<R>(
  db: Kysely<DB>,
  actor: Actor,
  parent_id: string,
  change: () => Promise<R>,
): Promise<R> {
  const isOwn = () => isOwnFamily(db, actor, { type: 'parent', ids: [parent_id] })
  const wasOwn = await isOwn()
  const changed = await change()
  if (wasOwn && !(await isOwn())) throw new Refusal('four_eyes.own_family')
  return changed
}

/** Whether records concern the actor's own family, see {@link familiesOf}. */
export async function isOwnFamily(
  db: Kysely<DB>,
  actor: Pick<Actor, 'id'>,
  about: Pick<Logged, 'type' | 'ids'>,
): Promise<boolean> {
  return (await familiesOf(db, actor, about)).own
}

/**
 * Contacts that say nothing about whose family somebody is: those of the organisation and its branches, and those that several
 * families have who share no child. What the actor has written down there does not count, or they could leave their own
 * family by giving its phone to a stranger.
 */
const sharedContacts = (actor_id: string) => {
  const actorWrote = (type: string, id: string) => sql`exists (select from audit_log
    where object_type = ${type} and object_id = ${sql.ref(id)}::text and actor_id = ${actor_id}::uuid
      and contact.value in (after ->> 'phone', lower(after ->> 'email'),
        after ->> 'contact_phone', lower(after ->> 'contact_email')))`
  return sql`
    select contact.value from contact join platform.entity on entity.role_name = current_user
      and contact.value in (entity.contact_phone, lower(entity.contact_email))
      and not ${actorWrote('entity', 'entity.id')}
    union select contact.value from contact join branch on branch.deleted_at is null
      and contact.value in (branch.phone, lower(branch.email)) and not ${actorWrote('branch', 'branch.id')}
    union select one.value from (${holders(actorWrote)}) as one join (${holders(actorWrote)}) as other
      on other.value = one.value and other.id > one.id and other.family_id <> one.family_id
        and not exists (select from student_parent as mine
          join student_parent as theirs on theirs.student_id = mine.student_id
          where mine.parent_id = one.id and theirs.parent_id = other.id)`
}

const holders = (actorWrote: (type: string, id: string) => unknown) => sql`
  select contact.value, parent.id, coalesce(joined_family.joined_to_id, parent.id) as family_id
  from contact join parent on (parent.phone = contact.value and parent.phone_proven_at is not null)
      or (lower(parent.email) = contact.value and parent.email_proven_at is not null)
    left join joined_family on joined_family.parent_id = parent.id
  where parent.deleted_at is null and not ${actorWrote('parent', 'parent.id')}`

/**
 * Whether records concern the actor's own family, and how many other families. Its parents are those with the actor's account
 * (or a phone or e-mail that it has or had, as long as they have no account and it is nobody else's), the other parents of
 * their children, and who pays for these. Families that were joined are one.
 */
async function familiesOf(
  db: Kysely<DB>,
  actor: Pick<Actor, 'id'>,
  { type, ids }: Pick<Logged, 'type' | 'ids'>,
): Promise<{ own: boolean; others: number }> {
  const find = whose[type]
  if (!find) throw new Error(`whose money a ${type} is must be said in whose-money.ts`)
  if (!actor.id || ids.length === 0) return { own: false, others: 0 }
  const concerned = find(sql`select unnest(${[...ids]}::uuid[])`, actor.id)
  const { rows } = await sql<{ own: boolean | null; others: number }>`
    with contact as materialized (
      select contact.value from user_account cross join lateral (values (phone), (lower(email))) as contact (value)
        where id = ${actor.id}::uuid and contact.value is not null
      union select contact.value from audit_log
          cross join lateral (values (before ->> 'phone'), (lower(before ->> 'email'))) as contact (value)
        where contact.value is not null and (object_type = 'user_account' and object_id = ${actor.id}::text
            and action in ('profile.contact_proven', 'profile.contact_cancelled', 'profile.edited')
          or object_type = 'staff' and action = 'staff.edited'
            and object_id in (select id::text from staff where user_id = ${actor.id}::uuid))
    ), shared as materialized (${sharedContacts(actor.id)}), self as materialized (
      select parent.id from parent where parent.user_id = ${actor.id}::uuid
      union select parent.id from parent join contact on parent.user_id is null
        and (parent.phone = contact.value or lower(parent.email) = contact.value)
        and contact.value not in (select value from shared)
    ), child as materialized (
      select student_id from student_parent where parent_id in (select id from self)
    ), family as materialized (
      select id from self union select parent_id from student_parent where student_id in (select student_id from child)
    ), concerned as (${concerned}), judged as (
      select counts, coalesce(concerned.parent_id in (select id from family), false)
          or coalesce(concerned.student_id in (select student_id from child), false) as own,
        coalesce(joined_family.joined_to_id, concerned.parent_id, payer.parent_id, concerned.student_id) as family_id
      from concerned
        left join student_parent as payer on payer.student_id = concerned.student_id and payer.is_payer
        left join joined_family on joined_family.parent_id = coalesce(concerned.parent_id, payer.parent_id)
      where concerned.parent_id is not null or concerned.student_id is not null
    )
    select bool_or(own) as own, count(distinct family_id) filter (where counts and not own)::int as others
    from judged`.execute(db)
  return { own: rows[0]?.own === true, others: rows[0]?.others ?? 0 }
}
