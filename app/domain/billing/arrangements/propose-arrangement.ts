import { sql, type Transaction } from 'kysely'
import type { Actor, RowScope } from '#app/domain/core/actor.ts'
import { named, record } from '#app/domain/core/audit.ts'
import { addMonths } from '#app/domain/core/dates.ts'
import { lockedInvoice } from '#app/domain/core/invoicing/locked.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { reachedParent } from '#app/domain/people/families/notes.ts'
import { enqueue } from '#app/outbox/enqueue.ts'
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import { longestArrangement } from './arrangement.ts'
import type { ArrangementInput } from './arrangement-form.ts'
import { isOwnFamily } from './decide-arrangement.ts'

interface Rules {
  scope: RowScope
  today: string
  /** Who may decide agrees at once, but not for their own family; what another proposes waits for them. */
  decides: boolean
}

/**
 * Writes down what a family proposes to pay by when. Its parts must come to what is owed on its invoices at this moment
 * (arrangement.sum says what is missing or too much), from today on and within a year. Refuses an invoice of another family,
 * one that is being paid, cancelled or paid, and a second arrangement while one is open (duplicate.arrangement).
 */
export async function proposeArrangement(
  trx: Transaction<DB>,
  actor: Actor,
  parent_id: string,
  input: ArrangementInput,
  { scope, today, decides }: Rules,
): Promise<{ id: string; name: string; agreed: boolean }> {
  const { name } = await reachedParent(trx, scope, parent_id)
  const agreed = decides && !(await isOwnFamily(trx, actor, parent_id))
  refuseDays(input, today)
  const invoices = []
  // In one order, so that two who propose for the same invoices wait for each other and not crosswise.
  for (const id of [...new Set(input.invoices)].toSorted()) invoices.push(await lockedInvoice(trx, scope, id))
  for (const invoice of invoices) {
    if (invoice.payer_parent_id !== parent_id) throw new Refusal('not_found.invoice')
    if (invoice.status === 'pending') throw new Refusal('invoice.in_payment')
    if (invoice.status !== 'unpaid' || invoice.balance_sen === 0)
      throw new Refusal('arrangement.nothing_owed', undefined, { number: invoice.number ?? '' })
  }
  const total_sen = invoices.reduce((sum, { balance_sen }) => sum + balance_sen, 0)
  refuseSum(input, total_sen)
  const id = newId()
  await trx
    .insertInto('arrangement')
    .values({
      ...{ id, parent_id, total_sen, reason: input.reason, requested_by: actor.id! },
      ...(agreed ? { status: 'active', decided_by: actor.id, decided_at: sql<Date>`now()` } : {}),
      ...{ created_by: actor.id, updated_by: actor.id },
    })
    .execute()
  await trx
    .insertInto('arrangement_invoice')
    .values(invoices.map((one) => ({ arrangement_id: id, invoice_id: one.id, balance_sen: one.balance_sen })))
    .execute()
  await trx
    .insertInto('arrangement_instalment')
    .values(
      input.parts.map(({ due_on, amount }, index) => ({
        ...{ arrangement_id: id, position: index + 1, due_on, amount_sen: amount },
      })),
    )
    .execute()
  if (agreed) await enqueue(trx, 'arrangement.send', { arrangement_id: id })
  const after = { total_sen, parts: input.parts.length, last_on: input.parts.at(-1)!.due_on }
  const action = agreed ? 'arrangement.agreed' : 'arrangement.proposed'
  await record(trx, actor, action, { type: 'arrangement', id }, named(name, { after }))
  return { id, name, agreed }
}

function refuseDays({ parts }: ArrangementInput, today: string): void {
  const last = parts.length - 1
  if (parts[0]!.due_on < today) throw new Refusal('arrangement.past', 'parts[0].due_on')
  if (parts[last]!.due_on > addMonths(today, longestArrangement))
    throw new Refusal('arrangement.too_far', `parts[${last}].due_on`)
}

function refuseSum({ parts }: ArrangementInput, total_sen: number): void {
  const sum_sen = parts.reduce((sum, { amount }) => sum + amount, 0)
  if (sum_sen === total_sen) return
  const words = { total: formatRinggit(total_sen), amount: formatRinggit(Math.abs(total_sen - sum_sen)) }
  const code = sum_sen < total_sen ? 'arrangement.too_little' : 'arrangement.too_much'
  throw new Refusal(code, `parts[${parts.length - 1}].amount`, words)
}
