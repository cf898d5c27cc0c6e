import { type Kysely, sql, type Transaction } from 'kysely'
import { scopeOf } from '#app/domain/core/access/access.ts'
import type { Actor, RowScope } from '#app/domain/core/actor.ts'
import { record } from '#app/domain/core/audit.ts'
import { oneOf } from '#app/domain/core/lists/filters.ts'
import { byStatus, type Reader, type Selected, tenantList } from '#app/domain/core/lists/list.ts'
import { contains } from '#app/domain/core/lists/search.ts'
import { maskedAccount } from '#app/domain/core/mask.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { type Keys, open, seal } from '#app/domain/core/secrets.ts'
import { reachedParents } from '#app/domain/people/parents/find-parents.ts'
import type { DB } from '#db/types.ts'
import {
  type CreditRefundStatus,
  creditRefundStatuses,
  type OwnRefund,
  type RefundMethod,
} from './credit-refund.ts'

/** Families see the outcome of their refunds, not who decided and why. */
const isOffice = ({ roles }: Reader) => scopeOf(roles, 'credit_refund.view') !== 'own'

/** Refunds of credit, the latest first; a family sees its own. */
export const creditRefundList = tenantList<Selected<typeof refundsWithNames>>()({
  name: 'credit-refund',
  title: 'credit_refund.plural',
  access: { view: 'credit_refund.view', print: 'credit_refund.print' },
  columns: [
    { key: 'parent', label: 'credit_refund.parent', room: 'who', sort: true },
    { key: 'number', label: 'credit_refund.number', kind: 'number', sort: true },
    { key: 'family_code', label: 'parent.family_code', kind: 'number', only: 'file' },
    { key: 'requester', label: 'credit_refund.requester', room: 'widest', when: isOffice },
    { key: 'requested_at', label: 'credit_refund.requested_at', kind: 'instant', room: 'widest', sort: true },
    { key: 'method', label: 'credit_refund.method', words: 'payment.methods', room: 'wide' },
    { key: 'paid_on', label: 'credit_refund.paid_on', kind: 'date', room: 'table', sort: true },
    { key: 'bank_reference', label: 'credit_refund.bank_reference', kind: 'number', only: 'file' },
    { key: 'reason', label: 'credit_refund.reason', only: 'file', when: isOffice },
    { key: 'rounding_sen', label: 'payment.rounding', kind: 'money', only: 'file' },
    { key: 'amount_sen', label: 'credit_refund.amount_sen', kind: 'money', room: 'much', sort: true },
    { key: 'status', label: 'credit_refund.status', kind: 'status' },
  ],
  filters: { status: oneOf('credit_refund.status', creditRefundStatuses, 'common.status') },
  tabs: byStatus,
  defaultSort: '-requested_at',
  query(db, { scope }, { q, status }) {
    let query = refundsWithNames(db, scope)
    if (status) query = query.where('credit_refund.status', '=', status)
    return q
      ? query.where((eb) =>
          contains(eb, q, [
            'parent.name',
            'parent.family_code',
            'credit_refund.number',
            'credit_refund.bank_reference',
          ]),
        )
      : query
  },
})

/** Refunds of families within the scope, removed families included. */
export function creditRefundsIn(db: Kysely<DB>, scope: RowScope) {
  return db
    .selectFrom('credit_refund')
    .where('credit_refund.parent_id', 'in', reachedParents(db, scope).select('parent.id'))
}

function refundsWithNames(db: Kysely<DB>, scope: RowScope) {
  return creditRefundsIn(db, scope)
    .innerJoin('parent', 'parent.id', 'credit_refund.parent_id')
    .innerJoin('user_account as requester', 'requester.id', 'credit_refund.requested_by')
    .select(['credit_refund.id', 'credit_refund.number', 'credit_refund.amount_sen', 'credit_refund.reason'])
    .select(['credit_refund.parent_id', 'credit_refund.requested_at', 'credit_refund.version'])
    .select(['credit_refund.paid_on', 'credit_refund.bank_reference', 'credit_refund.rounding_sen'])
    .select(['parent.name as parent', 'parent.family_code', 'requester.name as requester'])
    .select(sql<RefundMethod>`credit_refund.method`.as('method'))
    .select(sql<CreditRefundStatus>`credit_refund.status`.as('status'))
}

/** One refund with its recipient and history; refuses not_found.credit_refund. */
export async function creditRefund(db: Kysely<DB>, scope: RowScope, id: string) {
  const row = await refundsWithNames(db, scope)
    .leftJoin('user_account as decider', 'decider.id', 'credit_refund.decided_by')
    .leftJoin('user_account as canceller', 'canceller.id', 'credit_refund.cancelled_by')
    .leftJoin('user_account as paymaster', 'paymaster.id', 'credit_refund.paid_by')
    .leftJoin('payment', 'payment.id', 'credit_refund.payment_id')
    .select(['credit_refund.payment_id', 'payment.number as payment', 'credit_refund.sent_at'])
    .select(['credit_refund.before_sen', 'credit_refund.failure'])
    .select(['credit_refund.payee_name', 'credit_refund.bank_name', 'credit_refund.account_number_sealed'])
    .select(['credit_refund.requested_by', 'credit_refund.decided_at', 'credit_refund.decision_reason'])
    .select(['credit_refund.cancelled_at', 'credit_refund.cancel_reason', 'credit_refund.paid_at'])
    .select(['decider.name as decider', 'canceller.name as canceller', 'paymaster.name as paymaster'])
    .where('credit_refund.id', '=', id)
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found.credit_refund')
  return row
}

export type CreditRefund = Awaited<ReturnType<typeof creditRefund>>

/** The latest refunds of a family, as far as the family may see them. */
export function lastRefundsOf(db: Kysely<DB>, parent_id: string): Promise<OwnRefund[]> {
  return db
    .selectFrom('credit_refund')
    .select(['id', 'requested_at', 'number', 'amount_sen'])
    .select(sql<CreditRefundStatus>`status`.as('status'))
    .where('parent_id', '=', parent_id)
    .orderBy('requested_at', 'desc')
    .orderBy('id', 'desc')
    .limit(3)
    .execute()
}

const cell = (place: string, row: string) => {
  return { place, table: 'credit_refund', column: 'account_number_sealed', row }
}

/** Encrypts an account number, bound to its refund. */
export function sealedAccount({ ring, place }: Keys, id: string, account_number: string): string {
  return seal(ring, cell(place, id), account_number)
}

/** The masked account number; null for cash. */
export function maskedRefundAccount({ ring, place }: Keys, id: string, sealed: string | null): string | null {
  return sealed && maskedAccount(open(ring, cell(place, id), sealed))
}

/**
 * The full account number, for who approves or pays; recorded in the audit log. Refuses not_found.credit_refund, also for a
 * cash refund.
 */
export async function revealRefundAccount(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  { ring, place }: Keys,
  id: string,
): Promise<{ account_number: string }> {
  const row = await creditRefundsIn(trx, scope)
    .select('credit_refund.account_number_sealed as sealed')
    .where('credit_refund.id', '=', id)
    .executeTakeFirst()
  if (!row?.sealed) throw new Refusal('not_found.credit_refund')
  await record(trx, actor, 'credit_refund.account_shown', { type: 'credit_refund', id })
  return { account_number: open(ring, cell(place, id), row.sealed) }
}
