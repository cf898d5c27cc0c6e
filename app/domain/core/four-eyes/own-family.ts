import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Actor } from '#app/domain/core/actor.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { DB } from '#db/types.ts'

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
 * How an action concerns a family: `one` where it changes a family by itself; `only` where it changes many families by one
 * rule, and is refused where the own family is the only one; or the fields of a person on which prices depend.
 */
type Concern = 'one' | 'only' | readonly string[]

/** Actions on the money of a family. Asking a colleague for one of them is free, and is not listed. */
export const familyActions: Readonly<Record<string, Concern>> = {
  ...each('invoice', ['drafted', 'edited', 'removed', 'issued', 'amended', 'cancelled', 'credited']),
  ...each('invoice', ['payment_undone', 'cancel_approved', 'cancel_rejected']),
  ...each('credit_note', ['approved', 'rejected']),
  ...each('payment', ['received', 'cancelled', 'cancel_approved', 'cancel_rejected']),
  ...each('bank_line', ['accepted', 'assigned']),
  ...each('transfer_slip', ['confirmed', 'settled', 'rejected']),
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
  ...each('generation', ['undone'], 'only'),
  ...each(
    'subject_fee',
    ['created', 'edited', 'price_changed', 'activated', 'deactivated', 'removed'],
    'only',
  ),
  ...each('discount', ['edited', 'activated', 'deactivated'], 'only'),
  'parent.edited': ['income_above_2500'],
  'student.edited': ['nationality', 'registered_on'],
}

function each(noun: string, verbs: readonly string[], concern: Concern = 'one') {
  return Object.fromEntries(verbs.map((verb) => [`${noun}.${verb}`, concern]))
}

type Ids = RawBuilder<unknown>

const ofInvoices = (ids: Ids) =>
  sql`select payer_parent_id as parent_id, student_id from invoice where id in (${ids})`
const ofParents = (column: string, table: string) => (ids: Ids) =>
  sql`select ${sql.ref(column)} as parent_id, null::uuid as student_id from ${sql.table(table)} where id in (${ids})`
const ofStudents = (column: string, table: string) => (ids: Ids) =>
  sql`select null::uuid as parent_id, ${sql.ref(column)} as student_id from ${sql.table(table)} where id in (${ids})`
const ofPayments = (ids: Ids) => sql`
  select payer_parent_id as parent_id, null::uuid as student_id from payment where id in (${ids})
  union all ${ofInvoices(sql`select invoice_id from payment_allocation where payment_id in (${ids})`)}`

/** By the kind of record that the log names: the parents and students whose money it is. */
const whose: Readonly<Record<string, (ids: Ids, actor_id: string) => RawBuilder<unknown>>> = {
  invoice: ofInvoices,
  parent: ofParents('id', 'parent'),
  credit_refund: ofParents('parent_id', 'credit_refund'),
  arrangement: ofParents('parent_id', 'arrangement'),
  student: ofStudents('id', 'student'),
  enrolment: ofStudents('student_id', 'enrolment'),
  student_discount: ofStudents('student_id', 'student_discount'),
  student_change: ofStudents('student_id', 'student_change'),
  credit_note: (ids) => ofInvoices(sql`select invoice_id from credit_note where id in (${ids})`),
  transfer_slip: (ids) => ofInvoices(sql`select invoice_id from transfer_slip where id in (${ids})`),
  credit_move: (ids) => sql`select parent_id, null::uuid as student_id from credit_move where id in (${ids})
    union all select to_parent_id, null from credit_move where id in (${ids})`,
  // What a bank has moved was decided by no colleague: who asks the gateway again may be of the family.
  payment: (ids) => ofPayments(sql`select id from payment where id in (${ids}) and gateway is null`),
  bank_line: (ids) =>
    ofPayments(
      sql`select payment_id from bank_line_payment where line_id in (${ids}) and released_at is null`,
    ),
  payment_exception: (ids) =>
    sql`${ofPayments(
      sql`select payment_id from platform.payment_exception where id in (${ids})`,
    )} union all ${ofInvoices(sql`select tried.invoice_id from payment_attempt_invoice as tried
    join platform.payment_exception on payment_exception.attempt_id = tried.attempt_id
    where payment_exception.id in (${ids})`)}`,
  // A family that applies is on file once somebody has approved it; until then it is who sent the application.
  application: (ids, actor_id) => sql`
    select parent_id, null::uuid as student_id from application where id in (${ids})
    union all select parent_id, null from application_parent where application_id in (${ids})
    union all select null, student_id from application_student where application_id in (${ids})
    union all select parent.id, null from parent join application on application.user_id = parent.user_id
      where application.id in (${ids}) and parent.user_id = ${actor_id}::uuid`,
  import: (ids) =>
    ofInvoices(sql`select object_id from import_write
    where import_id in (${ids}) and object_type = 'invoice'`),
  generation: (ids) => ofInvoices(sql`select id from invoice where generation_id in (${ids})`),
  subject_fee: (ids) => sql`select null::uuid as parent_id, enrolment.student_id from enrolment
    join subject_fee on subject_fee.subject_id = enrolment.subject_id
    where subject_fee.id in (${ids}) and (enrolment.status in ('active', 'paused')
      -- who waits for a place pays nothing, and is counted only where nobody has one
      or enrolment.status = 'waitlisted' and not exists (select from enrolment as seated
        where seated.subject_id = enrolment.subject_id and seated.status in ('active', 'paused')))`,
  discount: (ids) => sql`select null::uuid as parent_id, student_id from student_discount
    where discount_id in (${ids}) and status = 'approved'`,
}

/** Refuses (four_eyes.own_family) an action on the money of the actor's own family; anything else is free. */
export async function refuseOwnFamilyAction(
  db: Kysely<DB>,
  actor: Actor,
  action: string,
  { type, ids, fields }: Logged,
): Promise<void> {
  const concern = familyActions[action]
  if (!concern || actor.type !== 'user') return
  if (typeof concern === 'object' && !concern.some((field) => fields.includes(field))) return
  const only = concern === 'only' || ids.length > 1
  if (await isOwnFamily(db, actor, { type, ids }, only)) throw new Refusal('four_eyes.own_family')
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

/**
 * Whether records concern the actor's own family: its parents are those with the actor's account (or a phone or e-mail that
 * it has or had, as long as they have no account), the other parents of their children, and who pays for these. With `only`: whether they
 * concern nobody else.
 */
export async function isOwnFamily(
  db: Kysely<DB>,
  actor: Pick<Actor, 'id'>,
  { type, ids }: Pick<Logged, 'type' | 'ids'>,
  only = false,
): Promise<boolean> {
  const find = whose[type]
  if (!find) throw new Error(`whose money a ${type} is must be said in own-family.ts`)
  if (!actor.id || ids.length === 0) return false
  const concerned = find(sql`select unnest(${[...ids]}::uuid[])`, actor.id)
  const { rows } = await sql<{ own: boolean | null }>`
    with contact as materialized (
      select phone, lower(email) as email from user_account where id = ${actor.id}::uuid
      union select before ->> 'phone', lower(before ->> 'email') from audit_log
        where object_type = 'user_account' and object_id = ${actor.id}::text
          and action in ('profile.contact_proven', 'profile.contact_cancelled', 'profile.edited')
    ), self as materialized (
      select parent.id from parent where parent.user_id = ${actor.id}::uuid
      union select parent.id from parent join contact on parent.user_id is null
        and (parent.phone = contact.phone or lower(parent.email) = contact.email)
    ), child as materialized (
      select student_id from student_parent where parent_id in (select id from self)
    ), family as materialized (
      select id from self union select parent_id from student_parent where student_id in (select student_id from child)
    ), concerned as (${concerned}), judged as (
      select coalesce(parent_id in (select id from family), false)
        or coalesce(student_id in (select student_id from child), false) as own
      from concerned where parent_id is not null or student_id is not null
    )
    select ${sql.raw(only ? 'bool_and' : 'bool_or')}(own) as own from judged`.execute(db)
  return rows[0]?.own === true
}
