import { type Kysely, sql } from 'kysely'
import type { RowScope } from '#app/domain/core/actor.ts'
import { invoicesIn } from '#app/domain/core/invoicing/invoice.ts'
import { titleFacts } from '#app/domain/core/invoicing/title.ts'
import { onDay, oneOf } from '#app/domain/core/lists/filters.ts'
import { type Selected, tenantList } from '#app/domain/core/lists/list.ts'
import { contains } from '#app/domain/core/lists/search.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { reachedParents } from '#app/domain/people/parents/find-parents.ts'
import type { DB } from '#db/types.ts'
import { holdStates, shownStates } from './reminder.ts'
import { isRemindable } from './schedule.ts'

/** Reminders of families within the scope: sent, planned, and waiting for a person. */
export const reminderList = tenantList<Selected<typeof listedReminders>>()({
  name: 'reminder',
  title: 'reminder.plural',
  access: { view: 'reminder.view', print: 'reminder.print' },
  columns: [
    { key: 'day', label: 'reminder.day', kind: 'date', sort: true },
    { key: 'parent', label: 'reminder.parent', room: 'who', sort: true },
    { key: 'family_code', label: 'parent.family_code', kind: 'number', only: 'file' },
    { key: 'level', label: 'reminder.level', words: 'reminder.levels', room: 'wide', sort: true },
    { key: 'invoices', label: 'reminder.invoices', kind: 'count', room: 'table' },
    { key: 'owed_sen', label: 'reminder.owed_sen', kind: 'money', room: 'much' },
    { key: 'channel', label: 'reminder.channel', words: 'reminder.channels', room: 'widest' },
    { key: 'sent_at', label: 'reminder.sent_at', kind: 'instant', only: 'file' },
    { key: 'asker', label: 'reminder.asked_by', only: 'file' },
    { key: 'reason', label: 'reminder.reason', words: 'reminder.reasons', only: 'file' },
    { key: 'state', label: 'reminder.state', words: 'reminder.states', sort: true },
  ],
  filters: {
    from: onDay('reminder.from', { until: 'to' }),
    to: onDay('reminder.to'),
    level: oneOf('reminder.level', ['1', '2', '3'], 'reminder.levels'),
    state: oneOf('reminder.state', shownStates, 'reminder.states'),
  },
  defaultSort: '-day',
  query(db, { scope, today }, { q, from, to, level, state }) {
    let query = listedReminders(db, scope, today)
    if (from) query = query.where('reminder.day', '>=', from)
    if (to) query = query.where('reminder.day', '<=', to)
    if (level) query = query.where('reminder.level', '=', Number(level))
    if (state) {
      const stored = state === 'moot' ? 'waiting' : state
      query = query.where('reminder.state', '=', stored)
      if (stored === 'waiting') query = query.where(shownState(db, scope, today), '=', state)
    }
    if (q) query = query.where((eb) => contains(eb, q, ['parent.name', 'parent.family_code']))
    return query
  },
})

/** A reminder's invoices within the reader's scope; for an unsent reminder by their present state. */
const remindedInvoices = (db: Kysely<DB>, scope: RowScope) => sql`reminder_invoice
  join (${invoicesIn(db, scope).selectAll('invoice')}) as invoice on invoice.id = reminder_invoice.invoice_id
  where reminder_invoice.reminder_id = reminder.id`

const owedNow = (today: string) => sql`case
  when reminder.state not in ('waiting', 'planned') then reminder_invoice.balance_sen
  when ${isRemindable(today)} then invoice.balance_sen else 0 end`

/** As a reader sees it: one that waits while nothing is left to send is done, though nobody has closed it. */
const shownState = (db: Kysely<DB>, scope: RowScope, today: string) =>
  sql<string>`case when reminder.state = 'waiting' and not exists (select from ${remindedInvoices(db, scope)}
    and ${isRemindable(today)}) then 'moot' else reminder.state end`

function listedReminders(db: Kysely<DB>, scope: RowScope, today: string) {
  return db
    .selectFrom('reminder')
    .innerJoin('parent', 'parent.id', 'reminder.parent_id')
    .leftJoin('user_account as asker', 'asker.id', 'reminder.asked_by')
    .select(['reminder.id', 'reminder.parent_id', 'reminder.day', 'reminder.reason'])
    .select(shownState(db, scope, today).as('state'))
    .select(['reminder.channel', 'reminder.sent_at', 'reminder.due_at', 'reminder.trigger'])
    .select(['parent.name as parent', 'parent.family_code', 'asker.name as asker'])
    .select(sql<string>`reminder.level::text`.as('level'))
    .select(sql<number>`(select count(*) from ${remindedInvoices(db, scope)})`.as('invoices'))
    .select(
      sql<number>`(select coalesce(sum(${owedNow(today)}), 0)::bigint from ${remindedInvoices(db, scope)})`.as(
        'owed_sen',
      ),
    )
    .where('reminder.parent_id', 'in', reachedParents(db, scope).select('parent.id'))
}

/** One reminder with its invoices within the scope, the oldest first; refuses not_found.reminder. */
export async function reminderOf(db: Kysely<DB>, scope: RowScope, id: string, today: string) {
  const row = await listedReminders(db, scope, today)
    .select(['parent.phone', 'parent.preferred_locale'])
    .where('reminder.id', '=', id)
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found.reminder')
  const rows = await invoicesIn(db, scope)
    .innerJoin('reminder_invoice', 'reminder_invoice.invoice_id', 'invoice.id')
    .innerJoin('student', 'student.id', 'invoice.student_id')
    .select(['student.name as student', titleFacts.as('title')])
    .select(['invoice.id', 'invoice.number', 'invoice.due_on', 'invoice.public_code', 'invoice.status'])
    .select(['reminder_invoice.step', 'reminder_invoice.balance_sen'])
    .select(
      sql<number>`case when invoice.status = 'unpaid' then invoice.balance_sen else 0 end`.as('left_sen'),
    )
    .select(isRemindable(today).as('is_left'))
    .where('reminder_invoice.reminder_id', '=', id)
    .orderBy('invoice.due_on')
    .orderBy('invoice.id')
    .execute()
  return { row, rows }
}

/** A family's last reminder, and until when its reminders are paused. */
export async function lastReminderOf(db: Kysely<DB>, parent_id: string, today: string) {
  const [last, hold] = await Promise.all([
    db
      .selectFrom('reminder')
      .select(['id', 'day', 'state'])
      .where('parent_id', '=', parent_id)
      .where('state', '<>', 'dropped')
      .orderBy('day', 'desc')
      .orderBy('id', 'desc')
      .executeTakeFirst(),
    db
      .selectFrom('reminder_hold')
      .select(['ends_on', 'reason'])
      .where('parent_id', '=', parent_id)
      .where('invoice_id', 'is', null)
      .where('lifted_at', 'is', null)
      .where('ends_on', '>=', today)
      .orderBy('ends_on', 'desc')
      .executeTakeFirst(),
  ])
  return { last: last ?? null, hold: hold ?? null }
}

/** For the family's dashboard: the latest reminder since `from` of which something is still owed. */
export async function reminderForFamily(db: Kysely<DB>, parent_id: string, from: string) {
  const row = await db
    .selectFrom('reminder')
    .innerJoin('reminder_invoice', 'reminder_invoice.reminder_id', 'reminder.id')
    .innerJoin('invoice', 'invoice.id', 'reminder_invoice.invoice_id')
    .select(['reminder.id', 'reminder.day'])
    .select((eb) => eb.fn.sum<number>('invoice.balance_sen').as('owed_sen'))
    .where('reminder.parent_id', '=', parent_id)
    .where('reminder.state', '=', 'sent')
    .where('reminder.day', '>=', from)
    .where('invoice.status', '=', 'unpaid')
    .where('invoice.payer_parent_id', '=', parent_id)
    .groupBy('reminder.id')
    .orderBy('reminder.day', 'desc')
    .orderBy('reminder.id', 'desc')
    .executeTakeFirst()
  return row ? { day: row.day, owed_sen: Number(row.owed_sen) } : null
}

/** Pauses of reminders, the latest first; a pause ends automatically after its last day. */
export const holdList = tenantList<Selected<typeof pauses>>()({
  name: 'reminder-hold',
  title: 'reminder_hold.plural',
  access: { view: 'reminder.view', print: 'reminder.print' },
  columns: [
    { key: 'parent', label: 'reminder.parent', room: 'who', sort: true },
    { key: 'family_code', label: 'parent.family_code', kind: 'number', only: 'file' },
    {
      key: 'number',
      label: 'reminder_hold.number',
      kind: 'number',
      none: 'reminder_hold.all',
      room: 'much',
    },
    { key: 'reason', label: 'reminder_hold.reason', room: 'wide' },
    { key: 'created_at', label: 'reminder_hold.created_at', kind: 'instant', room: 'widest', sort: true },
    { key: 'creator', label: 'reminder_hold.created_by', room: 'widest' },
    { key: 'ends_on', label: 'reminder_hold.ends_on', kind: 'date', sort: true },
    { key: 'state', label: 'reminder_hold.state', words: 'reminder_hold.states' },
  ],
  filters: { state: oneOf('reminder_hold.state', holdStates, 'reminder_hold.states') },
  defaultSort: '-created_at',
  query(db, { scope, today }, { q, state }) {
    let query = pauses(db, scope, today)
    if (state) query = query.where(pauseStateOn(today), '=', state)
    if (q)
      query = query.where((eb) => contains(eb, q, ['parent.name', 'parent.family_code', 'invoice.number']))
    return query
  },
})

const pauseStateOn = (
  today: string,
) => sql<string>`case when reminder_hold.lifted_at is not null then 'lifted'
  when reminder_hold.ends_on < ${today}::date then 'over' else 'holds' end`

function pauses(db: Kysely<DB>, scope: RowScope, today: string) {
  return db
    .selectFrom('reminder_hold')
    .innerJoin('parent', 'parent.id', 'reminder_hold.parent_id')
    .leftJoin('invoice', 'invoice.id', 'reminder_hold.invoice_id')
    .leftJoin('user_account as creator', 'creator.id', 'reminder_hold.created_by')
    .select(['reminder_hold.id', 'reminder_hold.parent_id', 'reminder_hold.invoice_id'])
    .select(['reminder_hold.reason', 'reminder_hold.ends_on', 'reminder_hold.created_at'])
    .select(['parent.name as parent', 'parent.family_code', 'invoice.number', 'creator.name as creator'])
    .select(pauseStateOn(today).as('state'))
    .where('reminder_hold.parent_id', 'in', reachedParents(db, scope).select('parent.id'))
}
