import { sql, type Transaction } from 'kysely'
import type { Actor, RowScope } from '#app/domain/core/actor.ts'
import { named, record } from '#app/domain/core/audit.ts'
import { addMonths } from '#app/domain/core/dates.ts'
import { invoicesIn } from '#app/domain/core/invoicing/invoice.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { parentsIn, reachedParent } from '#app/domain/people/parents/find-parents.ts'
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import { type HoldInput, longestHold } from './reminder.ts'

/**
 * Pauses reminders to a family, or of one invoice, until a day. Refuses not_found.parent, not_found.invoice for an invoice of
 * another family or out of scope, and a day that is past or more than a year ahead
 * (reminder.hold_end).
 */
export async function holdReminders(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  parent_id: string,
  { invoice_id, ends_on, reason }: HoldInput,
  today: string,
): Promise<{ name: string }> {
  const { name } = await reachedParent(trx, scope, parent_id)
  if (ends_on < today || ends_on > addMonths(today, longestHold))
    throw new Refusal('reminder.hold_end', 'ends_on')
  const invoice = invoice_id
    ? await invoicesIn(trx, scope)
        .select(['invoice.id', 'invoice.number'])
        .where('invoice.id', '=', invoice_id)
        .where('invoice.payer_parent_id', '=', parent_id)
        .executeTakeFirst()
    : undefined
  if (invoice_id && !invoice) throw new Refusal('not_found.invoice', 'invoice_id')
  await trx
    .insertInto('reminder_hold')
    .values({
      ...{ id: newId(), parent_id, ends_on, reason, created_by: actor.id },
      invoice_id: invoice?.id ?? null,
    })
    .execute()
  const change = named(name, { after: { ends_on, reason, number: invoice?.number ?? null } })
  await record(trx, actor, 'reminder.held', { type: 'parent', id: parent_id }, change)
  return { name }
}

/** Ends a pause early; nothing happens if it is over. Refuses not_found.reminder_hold. */
export async function liftHold(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  id: string,
): Promise<{ name: string }> {
  const hold = await trx
    .selectFrom('reminder_hold')
    .innerJoin('parent', 'parent.id', 'reminder_hold.parent_id')
    .select(['reminder_hold.parent_id', 'reminder_hold.ends_on', 'parent.name'])
    .where('reminder_hold.id', '=', id)
    .where('reminder_hold.parent_id', 'in', parentsIn(trx, scope).select('parent.id'))
    .executeTakeFirst()
  if (!hold) throw new Refusal('not_found.reminder_hold')
  const { parent_id, ends_on, name } = hold
  const lifted = await trx
    .updateTable('reminder_hold')
    .set({ lifted_at: sql<Date>`now()`, lifted_by: actor.id })
    .where('id', '=', id)
    .where('lifted_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (lifted) {
    const change = named(name, { before: { ends_on } })
    await record(trx, actor, 'reminder.hold_lifted', { type: 'parent', id: parent_id }, change)
  }
  return { name }
}
