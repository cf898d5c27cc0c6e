import { expressionBuilder, type Kysely, sql } from 'kysely'
import type { RowScope } from '#app/domain/core/actor.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { DB } from '#db/types.ts'

export function paymentsInScope(scope: RowScope) {
  if (scope.scope === 'all') return sql<boolean>`true`
  if (scope.scope === 'branch') return inBranches('payment.branch_id', scope)
  return sql<boolean>`payment.payer_parent_id = ${scope.parent_id}`
}

export async function mayReadPayment(db: Kysely<DB>, scope: RowScope, id: string): Promise<boolean> {
  const found = await db
    .selectFrom('payment')
    .select('id')
    .where('id', '=', id)
    .where(paymentsInScope(scope))
    .executeTakeFirst()
  return found !== undefined
}

/** An attempt belongs to the branches and families of its invoices, or of its gift. */
export function attemptsInScope(scope: RowScope) {
  if (scope.scope === 'all') return sql<boolean>`true`
  const eb = expressionBuilder<DB, 'payment_attempt'>()
  const invoices = eb
    .selectFrom('payment_attempt_invoice')
    .innerJoin('invoice', 'invoice.id', 'payment_attempt_invoice.invoice_id')
    .whereRef('payment_attempt_invoice.attempt_id', '=', 'payment_attempt.id')
    .select(sql`1`.as('one'))
  const gift = eb
    .selectFrom('donation')
    .whereRef('donation.attempt_id', '=', 'payment_attempt.id')
    .select(sql`1`.as('one'))
  const [ofInvoice, ofGift] =
    scope.scope === 'branch'
      ? [
          invoices.where(inBranches('invoice.branch_id', scope)),
          gift.where(inBranches('donation.branch_id', scope)),
        ]
      : [
          invoices.where('invoice.payer_parent_id', '=', scope.parent_id),
          gift.where('donation.parent_id', '=', scope.parent_id),
        ]
  return eb.or([eb.exists(ofInvoice), eb.exists(ofGift)])
}

/** A list of ids travels as one array, so that the statement stays the same. */
export function inBranches(column: string, scope: RowScope) {
  return sql<boolean>`${sql.ref(column)} = any(${[...scope.branch_ids]}::uuid[])`
}

/** Refuses not_found.payment. */
export async function attemptIn(db: Kysely<DB>, scope: RowScope, id: string) {
  const attempt = await db
    .selectFrom('payment_attempt')
    .select(['id', 'order_no', 'public_code', 'state'])
    .where('id', '=', id)
    .where(attemptsInScope(scope))
    .executeTakeFirst()
  if (!attempt) throw new Refusal('not_found.payment')
  return attempt
}
