import { sql, type Transaction } from 'kysely'
import { allocate } from '#app/domain/accounting/credits/allocation.ts'
import type { Actor, RowScope } from '#app/domain/core/actor.ts'
import { inBranches } from '#app/domain/core/invoicing/payment-scope.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { DB } from '#db/types.ts'
import { type FamilyPaymentInput, mostPaidAtOnce } from './payment-form.ts'
import { type Posted, postDeposit } from './post.ts'
import { type RecordRules, recordFamilyPayment, refuseDay } from './record.ts'

/** A transfer of a family as it is booked. */
export type Transfer = Pick<
  FamilyPaymentInput,
  'amount' | 'paid_on' | 'payer_name' | 'early_reason' | 'despite_attempt'
> & { reference_no: string }

export interface Going {
  /** What each invoice gets; without it the oldest first, and of these the numbers of `first` before the others. */
  shares?: readonly { invoice_id: string; amount_sen: number }[] | undefined
  first?: readonly string[] | undefined
  /** Only invoices that were issued by this day. */
  issued_by?: string | undefined
}

/**
 * Books a transfer whose family is known as one payment, by the verb by which people record one: oldest invoice first, the
 * rest the family's credit. Refuses all that a payment at the counter is refused for, but that the same was booked before.
 */
export async function takeFamilyTransfer(
  trx: Transaction<DB>,
  actor: Actor,
  parent_id: string,
  transfer: Transfer,
  going: Going,
  rules: RecordRules,
): Promise<Posted> {
  const shares = going.shares ?? (await oldestFirst(trx, rules.scope, parent_id, transfer.amount, going))
  if (shares.length === 0) return keepAsCredit(trx, actor, parent_id, transfer, rules)
  const taken = { method: 'bank_transfer' as const, confirmed: 'on' as const, keep_rest: 'on' as const }
  const lines = shares.map(({ invoice_id, amount_sen: amount }) => ({ invoice_id, amount }))
  return recordFamilyPayment(trx, actor, parent_id, { ...transfer, ...taken, lines }, rules)
}

async function oldestFirst(
  trx: Transaction<DB>,
  scope: RowScope,
  parent_id: string,
  amount_sen: number,
  { first = [], issued_by }: Going,
) {
  const owed = await trx
    .selectFrom('invoice')
    .select(['id', 'status', 'number'])
    .select(sql<number>`balance_sen`.as('balance_sen'))
    .where('payer_parent_id', '=', parent_id)
    .where('status', 'in', ['unpaid', 'pending'])
    .where('balance_sen', '>', 0)
    .where(scope.scope === 'all' ? sql<boolean>`true` : inBranches('branch_id', scope))
    .$if(issued_by !== undefined, (query) => query.where('issued_on', '<=', issued_by!))
    .orderBy(sql`number = any(${[...first]}::text[])`, 'desc')
    .orderBy('due_on')
    .orderBy('number')
    .limit(mostPaidAtOnce)
    .execute()
  return allocate(amount_sen, owed).allocations
}

/** Nothing is owed: all of it is the family's, for what comes. */
async function keepAsCredit(
  trx: Transaction<DB>,
  actor: Actor,
  parent_id: string,
  transfer: Transfer,
  rules: RecordRules,
): Promise<Posted> {
  const { scope, today } = rules
  refuseDay(transfer, rules)
  const family = await trx
    .selectFrom('parent')
    .innerJoin('student_parent', 'student_parent.parent_id', 'parent.id')
    .innerJoin('student', 'student.id', 'student_parent.student_id')
    .select(['parent.id as parent_id', 'parent.name', 'parent.email', 'student.branch_id'])
    .where('parent.id', '=', parent_id)
    .where('parent.deleted_at', 'is', null)
    .where(scope.scope === 'all' ? sql<boolean>`true` : inBranches('student.branch_id', scope))
    .orderBy('student_parent.is_payer', 'desc')
    .orderBy('student.registered_on', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!family) throw new Refusal('not_found.parent')
  const { amount: amount_sen, paid_on, payer_name = null, reference_no } = transfer
  return postDeposit(trx, actor, {
    ...{ family, method: 'bank_transfer' as const, amount_sen, paid_on, today },
    ...{ payer_name, payer_email: null, reference_no, remark: null, received_by: actor.id },
  })
}
