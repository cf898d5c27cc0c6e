import { type Kysely, sql, type Transaction } from 'kysely'
import type { Actor, RowScope } from '#app/domain/core/actor.ts'
import { named, record } from '#app/domain/core/audit.ts'
import { addMonths } from '#app/domain/core/dates.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { reachedParent } from '#app/domain/people/parents/find-parents.ts'
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import { type ContactInput, type promiseStates, widestReach } from './contact.ts'

/** Contacts on a page, the latest first; of older ones only the count is shown. */
const mostContacts = 50

/** Roles that may be assigned a next step. */
const officeRoles = ['superadmin', 'admin', 'supervisor', 'clerk']

/**
 * Records a contact, which cannot be changed; the next step is the writer's unless assigned to somebody. Refuses
 * not_found.parent, invalid days, and an assignee without an office role (family_contact.*). The audit log holds the
 * promise, not the notes.
 */
export async function writeContact(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  parent_id: string,
  input: ContactInput,
  today: string,
): Promise<{ name: string }> {
  const { name } = await reachedParent(trx, scope, parent_id)
  refuseDays(input, today)
  const { contacted_on, channel, said, promised, promised_on, next_step, next_on } = input
  const next_by = next_step ? (input.next_by ?? actor.id!) : null
  if (next_by && !(await colleagues(trx)).some(({ id }) => id === next_by))
    throw new Refusal('family_contact.colleague', 'next_by')
  const promise = { promised_sen: promised ?? null, promised_on: promised_on ?? null }
  const id = newId()
  await trx
    .insertInto('family_contact')
    .values({
      ...{ id, parent_id, contacted_on, channel, said, ...promise, created_by: actor.id! },
      ...{ next_step: next_step ?? null, next_on: next_on ?? null, next_by },
    })
    .execute()
  const change = named(name, { after: { contact: id, ...promise, next_on: next_on ?? null } })
  await record(trx, actor, 'parent.contact_written', { type: 'parent', id: parent_id }, change)
  return { name }
}

function refuseDays({ contacted_on, promised_on, next_on }: ContactInput, today: string): void {
  if (contacted_on > today) throw new Refusal('family_contact.future', 'contacted_on')
  if (contacted_on < addMonths(today, -widestReach))
    throw new Refusal('family_contact.too_old', 'contacted_on')
  const furthest = addMonths(today, widestReach)
  if (promised_on && promised_on > furthest) throw new Refusal('family_contact.too_far', 'promised_on')
  if (next_on && next_on < today) throw new Refusal('family_contact.past', 'next_on')
  if (next_on && next_on > furthest) throw new Refusal('family_contact.too_far', 'next_on')
}

/** Office accounts, by name. */
export function colleagues(db: Kysely<DB>) {
  return db
    .selectFrom('user_account')
    .select(['id', 'name'])
    .where('status', '=', 'active')
    .where('deleted_at', 'is', null)
    .where(sql<boolean>`roles && ${officeRoles}::text[]`)
    .orderBy('name')
    .orderBy('id')
    .execute()
}

/**
 * State of the promise of a `family_contact` row; null without one. A payment on the day of the contact counts only if it
 * was recorded after the contact.
 */
export const promiseOn = (today: string) => sql<(typeof promiseStates)[number] | null>`case
  when family_contact.promised_on is null then null
  when (select coalesce(sum(payment_allocation.amount_sen), 0) from payment_allocation
      join payment on payment.id = payment_allocation.payment_id
      join invoice on invoice.id = payment_allocation.invoice_id
      where invoice.payer_parent_id = family_contact.parent_id
        and payment_allocation.reversed_at is null and payment.status = 'paid'
        and payment.paid_on between family_contact.contacted_on and family_contact.promised_on
        and (payment.paid_on > family_contact.contacted_on or payment.created_at >= family_contact.created_at)
    ) >= family_contact.promised_sen then 'kept'
  when family_contact.promised_on < ${today}::date then 'broken' else 'open' end`

/** All contacts with a family, the latest first. Never shown to the family. */
export function contactsOf(db: Kysely<DB>, parent_id: string, today: string) {
  return latestFirst(db)
    .innerJoin('user_account as writer', 'writer.id', 'family_contact.created_by')
    .leftJoin('user_account as doer', 'doer.id', 'family_contact.next_by')
    .select(['family_contact.id', 'contacted_on', 'channel', 'said', 'promised_sen', 'promised_on'])
    .select(['next_step', 'next_on', 'writer.name as writer', 'doer.name as doer'])
    .select(promiseOn(today).as('promise'))
    .where('family_contact.parent_id', '=', parent_id)
    .limit(mostContacts)
    .execute()
}

/** For the family's page: the last contact, the open promise, and the next step; null before the first contact. */
export async function lastContactOf(db: Kysely<DB>, parent_id: string, today: string) {
  const [last, promise] = await Promise.all([
    latestFirst(db)
      .select(['contacted_on', 'channel', 'next_step', 'next_on'])
      .where('parent_id', '=', parent_id)
      .executeTakeFirst(),
    latestFirst(db)
      .select(['promised_sen', 'promised_on', promiseOn(today).as('state')])
      .where('parent_id', '=', parent_id)
      .where('promised_on', 'is not', null)
      .executeTakeFirst(),
  ])
  return last ? { ...last, promise: promise ?? null } : null
}

/** Contacts in their order, the latest first. */
export function latestFirst(db: Kysely<DB>) {
  return db
    .selectFrom('family_contact')
    .orderBy('family_contact.contacted_on', 'desc')
    .orderBy('family_contact.created_at', 'desc')
    .orderBy('family_contact.id', 'desc')
}
