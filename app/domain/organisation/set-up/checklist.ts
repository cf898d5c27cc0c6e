import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import type { Actor } from '#app/domain/core/actor.ts'
import { record } from '#app/domain/core/audit.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { settings, writeSetting } from '#app/domain/core/settings/settings.ts'
import { standingOf } from '#app/domain/organisation/bank-changes/bank-change.ts'
import type { DB } from '#db/types.ts'
import { type OnlinePayment, onlinePayment } from './online-payment.ts'

/** The tasks of a new organisation, in the order in which one does them. */
export const setUpTasks = [
  'contact',
  'logo',
  'bank',
  'online',
  'fees',
  'families',
  'invoice',
  'payment',
] as const
export type SetUpTask = (typeof setUpTasks)[number]

export interface SetUpItem {
  task: SetUpTask
  /** `done`, or what is missing or waited for; each has its words in `set_up.<task>`. */
  state: string
  is_done: boolean
  /** Nobody but the operator, or a family, can do the next step. */
  is_waiting: boolean
  is_optional: boolean
  /** Why the operator refused the bank account. */
  reason: string | null
}

export interface SetUp {
  items: SetUpItem[]
  done: number
  online: OnlinePayment
  /** Only optional tasks are left, so the list may be hidden. */
  can_hide: boolean
  is_hidden: boolean
}

const waitingStates = ['pending', 'seller', 'unpaid']

/**
 * How far an organisation is from its first payment, from the rows as they are now: a task that was done is open again once
 * its rows say so. A task that the package rules out is left out.
 */
export async function setUpChecklist(db: Kysely<DB>, entity_id: string): Promise<SetUp> {
  const [entity, refusal, there, online, hidden] = await Promise.all([
    db
      .selectFrom('platform.entity')
      .select(['contact_phone', 'contact_email', 'logo_file', 'bank_status'])
      .where('id', '=', entity_id)
      .executeTakeFirstOrThrow(),
    latestBankChange(db),
    db.selectNoFrom(counted).executeTakeFirstOrThrow(),
    onlinePayment(db),
    settings(db, 'set_up'),
  ])
  const states: Record<SetUpTask, string> = {
    contact: entity.contact_phone && entity.contact_email ? 'done' : 'missing',
    logo: entity.logo_file ? 'done' : 'missing',
    bank: bankState(entity.bank_status, refusal?.status === 'pending'),
    online: online.state === 'on' ? 'done' : online.state,
    fees: there.price ? 'done' : there.subject ? 'price' : there.program ? 'subject' : 'program',
    families: there.student ? 'done' : there.parent ? 'student' : 'missing',
    invoice: there.invoice ? 'done' : 'missing',
    payment: there.payment ? 'done' : there.invoice ? 'unpaid' : 'missing',
  }
  const items = setUpTasks.flatMap((task) => {
    const state = states[task]
    if (state === 'package') return []
    // Who is paid at the counter may do without online payment.
    const is_optional = task === 'logo' || (task === 'online' && there.payment === true)
    const reason = state === 'rejected' ? (refusal?.decision_reason ?? null) : null
    const is_waiting = waitingStates.includes(state)
    return [{ task, state, is_done: state === 'done', is_waiting, is_optional, reason }]
  })
  const can_hide = items.every(({ is_done, is_optional }) => is_done || is_optional)
  const done = items.filter(({ is_done }) => is_done).length
  return { items, done, online, can_hide, is_hidden: can_hide && hidden.hidden }
}

/** As in the settings: a confirmed account is paid out to, also while another one is requested. */
function bankState(bank_status: string, is_pending: boolean): string {
  const standing = standingOf(bank_status, is_pending)
  return standing === 'verified' ? 'done' : standing
}

const latestBankChange = (db: Kysely<DB>) =>
  db
    .selectFrom('platform.entity_bank_change')
    .select(['status', 'decision_reason'])
    .where('entity_id', '=', sql<string>`platform.current_entity()`)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

const isThere = (rows: RawBuilder<unknown>, name: string) =>
  sql<boolean>`exists (select from ${rows})`.as(name)

const counted = [
  isThere(sql`program where status = 'active' and deleted_at is null`, 'program'),
  isThere(sql`subject where status = 'active' and deleted_at is null`, 'subject'),
  // A price to choose on an invoice is enough for who bills no classes.
  sql<boolean>`exists (select from subject_fee where status = 'active' and deleted_at is null)
    or exists (select from line_template_item join line_template on line_template.id = line_template_id
      where price_sen is not null and status = 'active' and deleted_at is null)`.as('price'),
  isThere(sql`parent where deleted_at is null`, 'parent'),
  isThere(sql`student where deleted_at is null`, 'student'),
  isThere(sql`invoice where status <> 'draft'`, 'invoice'),
  isThere(sql`payment where status = 'paid'`, 'payment'),
] as const

/** Hides the list for everybody, until a task that is not optional is open again. Refuses action_not_allowed while one is. */
export async function hideSetUp(trx: Transaction<DB>, actor: Actor, entity_id: string): Promise<void> {
  const { can_hide, is_hidden } = await setUpChecklist(trx, entity_id)
  if (!can_hide) throw new Refusal('action_not_allowed')
  if (is_hidden) return
  const row = await trx.selectFrom('setting').select('version').where('key', '=', 'set_up').executeTakeFirst()
  await writeSetting(trx, actor, 'set_up', { hidden: true }, row?.version ?? 0)
  await record(
    trx,
    actor,
    'entity.set_up_hidden',
    { type: 'setting', id: 'set_up' },
    { after: { hidden: true } },
  )
}
