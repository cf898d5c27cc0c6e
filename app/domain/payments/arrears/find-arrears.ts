import { type Kysely, sql } from 'kysely'
import { isArranged, stateOn } from '#app/domain/billing/arrangements/find-arrangements.ts'
import { branchChoices } from '#app/domain/catalogue/branches/branches.ts'
import type { RowScope } from '#app/domain/core/actor.ts'
import { addDays } from '#app/domain/core/dates.ts'
import { type ArrearsBucket, bucketOn, lateBuckets } from '#app/domain/core/invoicing/buckets.ts'
import { invoicesIn } from '#app/domain/core/invoicing/invoice.ts'
import { titleFacts } from '#app/domain/core/invoicing/title.ts'
import { oneEntry, oneOf } from '#app/domain/core/lists/filters.ts'
import { type Reader, type Selected, tenantList } from '#app/domain/core/lists/list.ts'
import { contains } from '#app/domain/core/lists/search.ts'
import { isPaused } from '#app/domain/payments/reminders/schedule.ts'
import { hasOpenSlip } from '#app/domain/payments/transfer-slips/find-slips.ts'
import type { DB } from '#db/types.ts'
import { longSilence, promiseStates } from './contact.ts'
import { latestFirst, promiseOn } from './contacts.ts'

/**
 * Families with overdue invoices within the scope, by age of the debt, the largest overdue sum first; files also list what
 * is not overdue yet.
 */
export const arrearsList = tenantList<Selected<typeof owing>>()({
  name: 'arrears',
  title: 'arrears.plural',
  access: { view: 'arrears.view', print: 'arrears.view' },
  columns: [
    { key: 'parent', label: 'arrears.parent', room: 'who', sort: true },
    { key: 'family_code', label: 'parent.family_code', kind: 'number', only: 'file' },
    { key: 'phone', label: 'parent.phone', kind: 'phone', only: 'file' },
    { key: 'oldest_due_on', label: 'arrears.oldest_due_on', kind: 'date', only: 'file' },
    { key: 'not_due_sen', label: 'dashboard.buckets.not_due', kind: 'money', only: 'file' },
    { key: 'days_1_30_sen', label: 'arrears.days_1_30', kind: 'money', room: 'table', total: true },
    { key: 'days_31_sen', label: 'arrears.days_31', kind: 'money', room: 'table', total: true },
    { key: 'months_2_sen', label: 'arrears.months_2', kind: 'money', room: 'wide', total: true },
    { key: 'months_3_sen', label: 'arrears.months_3', kind: 'money', room: 'wide', total: true },
    { key: 'pending_sen', label: 'dashboard.buckets.pending', kind: 'money', only: 'file' },
    { key: 'contacted_on', label: 'arrears.contacted_on', kind: 'date', lines: true, sort: true },
    { key: 'channel', label: 'family_contact.channel', words: 'family_contact.channels', only: 'file' },
    { key: 'reminded_on', label: 'arrears.reminded_on', kind: 'date', only: 'file' },
    { key: 'reminded_by', label: 'arrears.reminded_by', words: 'reminder.channels', only: 'file' },
    { key: 'writer', label: 'family_contact.writer', only: 'file' },
    { key: 'said', label: 'family_contact.said', only: 'file' },
    { key: 'promised_sen', label: 'family_contact.promised', kind: 'money', only: 'file' },
    { key: 'promised_on', label: 'family_contact.promised_on', kind: 'date', only: 'file' },
    { key: 'promise', label: 'family_contact.promise', words: 'family_contact.promises', only: 'file' },
    { key: 'arrangement', label: 'arrangement.arrears', words: 'common.status', only: 'file' },
    { key: 'next_on', label: 'arrears.next_on', kind: 'date', only: 'file', sort: true },
    { key: 'next_step', label: 'family_contact.next_step', only: 'file' },
    { key: 'doer', label: 'family_contact.next_by', only: 'file' },
    { key: 'held_until', label: 'arrears.held_until', kind: 'date', only: 'file' },
    { key: 'late_sen', label: 'arrears.late_sen', kind: 'money', room: 'much', total: true, sort: true },
  ],
  filters: {
    age: oneOf('dashboard.bucket', lateBuckets, 'dashboard.buckets'),
    branch_id: oneEntry('invoice.branch', (db, { scope }: Reader) => branchChoices(db, scope)),
    contact: oneOf('family_contact.last', ['never', 'long', 'lately'], 'family_contact.lasts'),
    promise: oneOf('family_contact.promise', promiseStates, 'family_contact.promises'),
    arrangement: oneOf('arrangement.one', ['active', 'broken'], 'common.status'),
    next: oneOf('family_contact.next_step', ['due', 'later', 'none'], 'family_contact.nexts'),
  },
  defaultSort: '-late_sen',
  query(db, { scope, today }, { q, age, branch_id, contact, promise, arrangement, next }) {
    let query = owing(db, scope, today, branch_id).where(
      sql<boolean>`owed.${sql.ref(age ? `${age}_sen` : 'late_sen')} > 0`,
    )
    const since = addDays(today, -longSilence)
    // A reminder is a contact as well as what a person has said.
    const heard = sql<string | null>`greatest(last.contacted_on, reminded.day)`
    if (contact === 'never') query = query.where(heard, 'is', null)
    if (contact === 'long') query = query.where(heard, '<', since)
    if (contact === 'lately') query = query.where(heard, '>=', since)
    if (promise) query = query.where('promise.state', '=', promise)
    if (arrangement) query = query.where('arranged.state', '=', arrangement)
    if (next === 'due') query = query.where('last.next_on', '<=', today)
    if (next === 'later') query = query.where('last.next_on', '>', today)
    if (next === 'none') query = query.where('last.next_on', 'is', null)
    return q
      ? query.where((eb) => contains(eb, q, ['parent.name', 'parent.family_code', 'parent.phone']))
      : query
  },
})

function owing(db: Kysely<DB>, scope: RowScope, today: string, branch_id?: string) {
  return db
    .selectFrom(owedByFamily(db, scope, today, branch_id).as('owed'))
    .innerJoin('parent', 'parent.id', 'owed.parent_id')
    .leftJoinLateral(
      latestFirst(db)
        .whereRef('family_contact.parent_id', '=', sql.ref('owed.parent_id'))
        .select(['contacted_on', 'channel', 'said', 'created_by', 'next_step', 'next_on', 'next_by'])
        .limit(1)
        .as('last'),
      (join) => join.onTrue(),
    )
    .leftJoinLateral(
      latestFirst(db)
        .whereRef('family_contact.parent_id', '=', sql.ref('owed.parent_id'))
        .where('promised_on', 'is not', null)
        .select(['promised_sen', 'promised_on', promiseOn(today).as('state')])
        .limit(1)
        .as('promise'),
      (join) => join.onTrue(),
    )
    .leftJoinLateral(
      db
        .selectFrom('arrangement')
        .whereRef('arrangement.parent_id', '=', sql.ref('owed.parent_id'))
        .where('arrangement.status', 'in', ['active', 'kept', 'broken'])
        .orderBy('arrangement.requested_at', 'desc')
        .select(stateOn(today).as('state'))
        .limit(1)
        .as('arranged'),
      (join) => join.onTrue(),
    )
    .leftJoinLateral(
      db
        .selectFrom('reminder')
        .whereRef('reminder.parent_id', '=', sql.ref('owed.parent_id'))
        .where('reminder.state', '=', 'sent')
        .orderBy('reminder.day', 'desc')
        .select(['reminder.day', 'reminder.channel'])
        .limit(1)
        .as('reminded'),
      (join) => join.onTrue(),
    )
    .leftJoin('user_account as writer', 'writer.id', 'last.created_by')
    .leftJoin('user_account as doer', 'doer.id', 'last.next_by')
    .select(['arranged.state as arrangement'])
    .select(['parent.id', 'parent.name as parent', 'parent.family_code', 'parent.phone'])
    .select(['parent.preferred_locale', 'owed.oldest_due_on', 'owed.not_due_sen', 'owed.days_1_30_sen'])
    .select(['owed.days_31_sen', 'owed.months_2_sen', 'owed.months_3_sen', 'owed.pending_sen'])
    .select(['owed.late_sen', 'last.contacted_on', 'last.channel', 'last.said', 'writer.name as writer'])
    .select(['reminded.day as reminded_on', 'reminded.channel as reminded_by'])
    .select(pausedUntil(today).as('held_until'))
    .select(['promise.promised_sen', 'promise.promised_on', 'promise.state as promise'])
    .select(['last.next_step', 'last.next_on', 'doer.name as doer'])
}

/** Until when reminders to a family are paused; null: they are not. */
const pausedUntil = (today: string) => sql<string | null>`(select max(ends_on) from reminder_hold
  where reminder_hold.parent_id = owed.parent_id and reminder_hold.invoice_id is null
    and reminder_hold.lifted_at is null and reminder_hold.ends_on >= ${today}::date)`

/** Debts by age bucket, in sen; `late_sen` is all that is overdue and not being paid online. */
function owedByFamily(db: Kysely<DB>, scope: RowScope, today: string, branch_id?: string) {
  const of = (bucket: ArrearsBucket) =>
    sql<number | null>`(sum(invoice.balance_sen) filter (where ${bucketOn(today)} = ${bucket}))::bigint`
  return invoicesIn(db, scope)
    .where('invoice.status', 'in', ['unpaid', 'pending'])
    .$if(branch_id !== undefined, (query) => query.where('invoice.branch_id', '=', branch_id!))
    .groupBy('invoice.payer_parent_id')
    .select('invoice.payer_parent_id as parent_id')
    .select([of('not_due').as('not_due_sen'), of('days_1_30').as('days_1_30_sen')])
    .select([of('days_31').as('days_31_sen'), of('months_2').as('months_2_sen')])
    .select([of('months_3').as('months_3_sen'), of('pending').as('pending_sen')])
    .select([
      sql<number>`coalesce(sum(invoice.balance_sen) filter (
        where invoice.status = 'unpaid' and invoice.due_on < ${today}::date), 0)::bigint`.as('late_sen'),
      sql<string>`min(invoice.due_on)`.as('oldest_due_on'),
    ])
}

/**
 * Overdue invoices of these families within the scope that they may be reminded of, ordered by due date. Paused invoices,
 * those in an active arrangement, and those with an open transfer slip are left out.
 */
export function lateInvoicesOf(
  db: Kysely<DB>,
  scope: RowScope,
  parent_ids: readonly string[],
  today: string,
) {
  return invoicesIn(db, scope)
    .innerJoin('student', 'student.id', 'invoice.student_id')
    .select(['invoice.payer_parent_id', 'invoice.number', 'invoice.due_on', 'invoice.public_code'])
    .select(['student.name as student', sql<number>`invoice.balance_sen`.as('left_sen')])
    .select(titleFacts.as('title'))
    .where(sql<boolean>`invoice.payer_parent_id = any(${parent_ids}::uuid[])`)
    .where('invoice.status', '=', 'unpaid')
    .where('invoice.due_on', '<', today)
    .where(isPaused(today), '=', false)
    .where(isArranged(today), '=', false)
    .where(hasOpenSlip, '=', false)
    .orderBy('invoice.due_on')
    .orderBy('invoice.number')
    .execute()
}
