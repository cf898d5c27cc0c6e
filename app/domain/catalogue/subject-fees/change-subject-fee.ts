import { sql, type Transaction } from 'kysely'
import { type AtVersion, usesOf, valuesOf } from '#app/domain/catalogue/crud/crud.ts'
import type { Actor } from '#app/domain/core/actor.ts'
import { difference, named, record } from '#app/domain/core/audit.ts'
import { changeAt, refuseStale } from '#app/domain/core/changed.ts'
import { addDays, startOfMonth } from '#app/domain/core/dates.ts'
import { refuseUnoffered } from '#app/domain/core/lists/references.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { ResourceStatus } from '#app/domain/core/resources.ts'
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import { type PriceInput, type SubjectFeeInput, subjectFeeForm } from './subject-fee.ts'

const choices = { subject_id: 'subject', fee_type_id: 'fee_type' } as const
/** What an invoice has said stays as it was said. */
const billed = ['subject_id', 'fee_type_id', 'amount_sen', 'quantity', 'frequency', 'starts_on'] as const
const usesOfSubjectFee = { invoice_item: 'subject_fee_id' } as const

/**
 * Adds a fee to a class; returns its id. Refuses classes and fee types that are not offered, and days on which the class
 * has this fee for the same people already (subject_fee.overlap).
 */
export async function createSubjectFee(trx: Transaction<DB>, actor: Actor, input: SubjectFeeInput) {
  await refuseUnoffered(trx, choices, input)
  const values = columnsOf(input)
  await refuseOverlap(trx, values)
  return insert(trx, actor, values)
}

/**
 * Changes a fee that still is at the version that was edited. Once it was billed, its class, type, price, frequency and
 * first day stay (subject_fee.billed, at the field): a new price is `changePrice`.
 */
export async function editSubjectFee(
  trx: Transaction<DB>,
  actor: Actor,
  at: AtVersion,
  input: SubjectFeeInput,
): Promise<void> {
  const before = await lockedFee(trx, at)
  await refuseUnoffered(trx, choices, input, before)
  const values = columnsOf(input)
  if ((await usesOf(trx, usesOfSubjectFee, at.id)).invoice_item > 0)
    for (const field of billed)
      if (values[field] !== before[field])
        throw new Refusal('subject_fee.billed', field).blockedBy({ to: 'subject_fee_price', id: at.id })
  await refuseOverlap(trx, values, at.id)
  await changeAt(trx, actor, 'subject_fee', at, values, { removed: false })
  await record(trx, actor, 'subject_fee.edited', about(at.id), named(before.name, difference(before, values)))
}

/**
 * A new price from a day on: the fee ends the day before, and another with all else alike begins. Returns the id of the
 * new one. Refuses the price that it has, a day that is not within it, and one in a month that is over
 * (subject_fee.price_day).
 */
export async function changePrice(
  trx: Transaction<DB>,
  actor: Actor,
  { id, amount_sen, from, version, today }: PriceInput & { id: string; today: string },
): Promise<string> {
  const { name, ...before } = await lockedFee(trx, { id, version })
  if (amount_sen === before.amount_sen) throw new Refusal('subject_fee.same_price', 'amount_sen')
  const last = before.ends_on ?? '9999-12-31'
  if (from <= before.starts_on || from > last || from < startOfMonth(today))
    throw new Refusal('subject_fee.price_day', 'from')
  const values = copyOf(before)
  const ends_on = addDays(from, -1)
  await changeAt(trx, actor, 'subject_fee', { id, version }, { ends_on }, { removed: false })
  const follower = trx.updateTable('subject_fee').where('deleted_at', 'is', null)
  const later = await follower
    .set({ replaces_id: null })
    .where('replaces_id', '=', id)
    .returning('id')
    .execute()
  const next = await insert(trx, actor, { ...values, amount_sen, starts_on: from, replaces_id: id })
  for (const one of later) await follower.set({ replaces_id: next }).where('id', '=', one.id).execute()
  const change = { before: { amount_sen: before.amount_sen }, after: { amount_sen, starts_on: from } }
  await record(trx, actor, 'subject_fee.price_changed', about(id), named(name, change))
  return next
}

/** Active ↔ inactive; returns the name. An inactive fee is billed no more. */
export async function setSubjectFeeStatus(
  trx: Transaction<DB>,
  actor: Actor,
  at: AtVersion,
  status: ResourceStatus,
): Promise<string> {
  const before = await lockedFee(trx, at)
  if (before.status === status) throw new Refusal('action_not_allowed')
  if (status === 'active') await refuseOverlap(trx, copyOf(before), at.id)
  await changeAt(trx, actor, 'subject_fee', at, { status }, { removed: false })
  const change = { before: { status: before.status }, after: { status } }
  const action = status === 'active' ? 'subject_fee.activated' : 'subject_fee.deactivated'
  await record(trx, actor, action, about(at.id), named(before.name, change))
  return before.name
}

/** Removes a fee that was never billed and that no other price follows (else subject_fee.in_use); returns the name. */
export async function removeSubjectFee(trx: Transaction<DB>, actor: Actor, at: AtVersion): Promise<string> {
  const row = await lockedFee(trx, at)
  const { invoice_item } = await usesOf(trx, usesOfSubjectFee, at.id)
  if (invoice_item > 0)
    throw new Refusal('subject_fee.in_use', undefined, { count: invoice_item }).blockedBy({
      to: 'subject_fee',
      id: at.id,
    })
  const later = await trx
    .selectFrom('subject_fee')
    .select('id')
    .where('replaces_id', '=', at.id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (later) throw new Refusal('subject_fee.followed').blockedBy({ to: 'subject_fee', id: later.id })
  await changeAt(trx, actor, 'subject_fee', at, { deleted_at: sql<Date>`now()` }, { removed: false })
  await record(trx, actor, 'subject_fee.removed', about(at.id), {
    before: { name: row.name, ...copyOf(row) },
  })
  return row.name
}

const columnsOf = ({ billing_months, ...input }: SubjectFeeInput) => {
  const months = [...new Set(billing_months)].sort((a, b) => a - b)
  return { ...valuesOf(subjectFeeForm, input), billing_months: months.length === 0 ? null : months }
}
type Columns = ReturnType<typeof columnsOf>

/** The columns that a form fills, of a row. */
function copyOf(row: Columns): Columns {
  const { subject_id, fee_type_id, amount_sen, quantity, frequency, billing_months, due_day } = row
  const { proration, apply_to, starts_on, ends_on, remark } = row
  return {
    ...{ subject_id, fee_type_id, amount_sen, quantity, frequency, billing_months, due_day },
    ...{ proration, apply_to, starts_on, ends_on, remark },
  }
}

async function insert(trx: Transaction<DB>, actor: Actor, values: Columns & { replaces_id?: string }) {
  const id = newId()
  await trx
    .insertInto('subject_fee')
    .values({ id, ...values, created_by: actor.id, updated_by: actor.id })
    .execute()
  await record(trx, actor, 'subject_fee.created', about(id), { after: { ...values } })
  return id
}

const about = (id: string) => ({ type: 'subject_fee', id })

/** A fee as it is, locked until the change is done, called by its class and its type. */
async function lockedFee(trx: Transaction<DB>, { id, version }: AtVersion) {
  const row = await trx
    .selectFrom('subject_fee')
    .innerJoin('subject', 'subject.id', 'subject_fee.subject_id')
    .innerJoin('fee_type', 'fee_type.id', 'subject_fee.fee_type_id')
    .selectAll('subject_fee')
    .select(sql<string>`subject.name || ', ' || fee_type.name`.as('name'))
    .where('subject_fee.id', '=', id)
    .where('subject_fee.deleted_at', 'is', null)
    .forUpdate('subject_fee')
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found.subject_fee')
  refuseStale(row, version)
  return row as Omit<typeof row, 'frequency' | 'proration' | 'apply_to'> &
    Pick<Columns, 'frequency' | 'proration' | 'apply_to'>
}

/** On any day a class has one price of a fee for the same people. Locks the class, so that concurrent changes wait. */
async function refuseOverlap(trx: Transaction<DB>, row: Columns, own?: string): Promise<void> {
  await trx.selectFrom('subject').select('id').where('id', '=', row.subject_id).forUpdate().execute()
  const other = await trx
    .selectFrom('subject_fee')
    .select('id')
    .where('subject_id', '=', row.subject_id)
    .where('fee_type_id', '=', row.fee_type_id)
    .where('apply_to', '=', row.apply_to)
    .where('status', '=', 'active')
    .where('deleted_at', 'is', null)
    .where(
      sql<boolean>`daterange(starts_on, ends_on, '[]') && daterange(${row.starts_on}::date, ${row.ends_on}::date, '[]')`,
    )
    .$if(own !== undefined, (query) => query.where('id', '<>', own!))
    .executeTakeFirst()
  if (other)
    throw new Refusal('subject_fee.overlap', 'starts_on').blockedBy({ to: 'subject_fee', id: other.id })
}
