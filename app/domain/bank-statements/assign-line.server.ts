import { sql, type Transaction } from 'kysely'
import type { Actor, RowScope } from '#app/domain/actor.ts'
import { touched } from '#app/domain/changed.ts'
import { allocate } from '#app/domain/payments/allocation.ts'
import { mostPaidAtOnce } from '#app/domain/payments/payment-form.ts'
import { postDeposit } from '#app/domain/payments/post.server.ts'
import { type RecordRules, recordFamilyPayment, refuseDay } from '#app/domain/payments/record.server.ts'
import { inBranches } from '#app/domain/payments/scope.server.ts'
import { Refusal } from '#app/domain/refusal.ts'
import type { DB } from '#db/types.ts'

/** The line as it is held by this transaction. */
export interface HeldLine {
  id: string
  booked_on: string
  amount_sen: number
  assigned_sen: number
  payer_name: string | null
  reference: string | null
  description: string
}

export interface Assignment {
  parent_id: string
  amount_sen: number
  /** What each invoice gets; without it the oldest first, and of these `first` before the others. */
  shares?: { invoice_id: string; amount_sen: number }[] | undefined
  first?: readonly string[]
  /** Only invoices that were issued by the day of the line. */
  issued?: 'by_then'
  /** The day to which it is dated, when not that of the line. */
  paid_on?: string | undefined
  /** Why it may be dated before its invoice: the words of the product. */
  early_reason?: string
  despite_attempt?: 'on' | undefined
}

/** So far back may what a bank says be booked. */
const backdate_days = 365

/**
 * Books money of a line, all or a part of it, as one bank transfer of a family, by the verb by which people record one:
 * oldest invoice first, the rest the family's credit. Refuses more than is left of the line (bank_line.too_much), and all
 * that a payment at the counter is refused for. Returns the payment's number.
 */
export async function assignLine(
  trx: Transaction<DB>,
  actor: Actor,
  line: HeldLine,
  assignment: Assignment,
  { scope, today }: Omit<RecordRules, 'backdate_days'>,
): Promise<string> {
  const { parent_id, amount_sen } = assignment
  if (amount_sen > line.amount_sen - line.assigned_sen) throw new Refusal('bank_line.too_much', 'amount')
  const rules = { scope, today, backdate_days }
  const shares = assignment.shares ?? (await oldestFirst(trx, scope, line, assignment))
  const taken = {
    method: 'bank_transfer' as const,
    amount: amount_sen,
    paid_on: assignment.paid_on ?? line.booked_on,
    reference_no: (line.reference || line.description || '–').slice(0, 50),
    payer_name: line.payer_name?.slice(0, 100),
    confirmed: 'on' as const,
  }
  const posted =
    shares.length > 0
      ? await recordFamilyPayment(
          trx,
          actor,
          parent_id,
          {
            ...taken,
            ...{
              keep_rest: 'on',
              early_reason: assignment.early_reason,
              despite_attempt: assignment.despite_attempt,
            },
            lines: shares.map(({ invoice_id, amount_sen: amount }) => ({ invoice_id, amount })),
          },
          rules,
        )
      : await keepAsCredit(trx, actor, parent_id, taken, rules)
  await trx
    .insertInto('bank_line_payment')
    .values({ payment_id: posted.payment_id, line_id: line.id, amount_sen })
    .execute()
  const { assigned_sen } = await trx
    .updateTable('bank_line')
    .set({
      assigned_sen: sql`assigned_sen + ${amount_sen}::bigint`,
      status: sql`case when assigned_sen + ${amount_sen}::bigint = amount_sen then 'matched' else status end`,
      parent_id,
      by_itself: actor.id === null,
      decided_by: actor.id,
      decided_at: sql<Date>`now()`,
      ...touched,
    })
    .where('id', '=', line.id)
    .where('status', 'in', ['new', 'suggested', 'unmatched'])
    .returning('assigned_sen')
    .executeTakeFirstOrThrow()
  line.assigned_sen = Number(assigned_sen)
  return posted.number
}

async function oldestFirst(
  trx: Transaction<DB>,
  scope: RowScope,
  { booked_on }: HeldLine,
  { parent_id, amount_sen, first = [], issued }: Assignment,
) {
  const owed = await trx
    .selectFrom('invoice')
    .select(['id', 'status', 'number'])
    .select(sql<number>`balance_sen`.as('balance_sen'))
    .where('payer_parent_id', '=', parent_id)
    .where('status', 'in', ['unpaid', 'pending'])
    .where('balance_sen', '>', 0)
    .where(scope.scope === 'all' ? sql<boolean>`true` : inBranches('branch_id', scope))
    .$if(issued === 'by_then', (query) => query.where('issued_on', '<=', booked_on))
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
  taken: { amount: number; paid_on: string; reference_no: string; payer_name: string | undefined },
  { scope, today }: RecordRules,
) {
  refuseDay(taken, { today, backdate_days })
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
  return postDeposit(trx, actor, {
    ...{ family, method: 'bank_transfer' as const, amount_sen: taken.amount, paid_on: taken.paid_on, today },
    ...{ payer_name: taken.payer_name ?? null, payer_email: null, reference_no: taken.reference_no },
    ...{ remark: null, received_by: actor.id },
  })
}
