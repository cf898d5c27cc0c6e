import { type Kysely, sql } from 'kysely'
import { liveDuitNow } from '#app/domain/billing/duitnow/duitnow.ts'
import { namesAccount } from '#app/domain/catalogue/payment-options/payment-option.ts'
import { scopeOf } from '#app/domain/core/access/access.ts'
import type { RowScope } from '#app/domain/core/actor.ts'
import { hasFeature } from '#app/domain/core/features/feature.ts'
import { invoicesIn } from '#app/domain/core/invoicing/invoice.ts'
import { paymentsInScope } from '#app/domain/core/invoicing/payment-scope.ts'
import { titleFacts } from '#app/domain/core/invoicing/title.ts'
import { onDay, oneOf } from '#app/domain/core/lists/filters.ts'
import { byStatus, type Reader, type Selected, tenantList } from '#app/domain/core/lists/list.ts'
import { contains } from '#app/domain/core/lists/search.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { onStatement } from '#app/domain/payments/payments/payment.ts'
import { bareReference, nearDays, wordsOfPayment } from '#app/domain/payments/payments/same-transfer.ts'
import type { DB } from '#db/types.ts'
import {
  type MatchingPayment,
  retentionDays,
  type SlipStatus,
  type SlipWarning,
  slipStatuses,
} from './transfer-slip.ts'

/** Families do not see which person decided. */
const isOffice = ({ roles }: Reader) => scopeOf(roles, 'transfer_slip.view') !== 'own'

/** Slips of transfers, the latest first; a family sees its own. */
export const slipList = tenantList<Selected<typeof found>>()({
  name: 'transfer-slip',
  title: 'transfer_slip.plural',
  access: { view: 'transfer_slip.view', print: 'transfer_slip.print' },
  columns: [
    { key: 'parent', label: 'transfer_slip.parent', room: 'who', sort: true },
    { key: 'title', label: 'invoice.what_for', kind: 'title', room: 'wide' },
    { key: 'student', label: 'transfer_slip.student', only: 'file' },
    { key: 'invoice', label: 'transfer_slip.invoice', kind: 'number', room: 'widest' },
    { key: 'reference_no', label: 'transfer_slip.reference_no', kind: 'number' },
    { key: 'paid_on', label: 'transfer_slip.paid_on', kind: 'date', room: 'table', sort: true },
    { key: 'requested_at', label: 'transfer_slip.requested_at', kind: 'instant', room: 'widest', sort: true },
    { key: 'requester', label: 'transfer_slip.requester', only: 'file', when: isOffice },
    { key: 'payment', label: 'transfer_slip.payment', kind: 'number', only: 'file' },
    { key: 'decision_reason', label: 'transfer_slip.decision_reason', only: 'file' },
    { key: 'amount_sen', label: 'transfer_slip.amount_sen', kind: 'money', room: 'much', sort: true },
    { key: 'status', label: 'transfer_slip.status', kind: 'status' },
  ],
  filters: {
    status: oneOf('transfer_slip.status', slipStatuses, 'common.status'),
    from: onDay('transfer_slip.from', { until: 'to' }),
    to: onDay('transfer_slip.to'),
  },
  tabs: byStatus,
  defaultSort: '-requested_at',
  query(db, { scope }, { q, status, from, to }) {
    let query = found(db, scope)
    if (status) query = query.where('transfer_slip.status', '=', status)
    if (from) query = query.where('transfer_slip.paid_on', '>=', from)
    if (to) query = query.where('transfer_slip.paid_on', '<=', to)
    return q
      ? query.where((eb) =>
          contains(eb, q, [
            'parent.name',
            'student.name',
            'invoice.number',
            'transfer_slip.reference_no',
            'parent.family_code',
          ]),
        )
      : query
  },
})

/** Rejected or withdrawn so long ago that its file goes in one of the next nights. */
export const isPaperDue = sql<boolean>`(transfer_slip.status in ('rejected', 'withdrawn')
  and transfer_slip.decided_at < now() - make_interval(days => ${sql.lit(retentionDays)}))`

function found(db: Kysely<DB>, scope: RowScope) {
  return slipsIn(db, scope)
    .innerJoin('invoice', 'invoice.id', 'transfer_slip.invoice_id')
    .innerJoin('student', 'student.id', 'invoice.student_id')
    .innerJoin('parent', 'parent.id', 'invoice.payer_parent_id')
    .leftJoin('user_account as requester', 'requester.id', 'transfer_slip.requested_by')
    .leftJoin('payment', 'payment.id', 'transfer_slip.payment_id')
    .select(['transfer_slip.id', 'transfer_slip.invoice_id', 'transfer_slip.amount_sen'])
    .select(['transfer_slip.paid_on', 'transfer_slip.reference_no', 'transfer_slip.requested_at'])
    .select(['transfer_slip.decision_reason', 'transfer_slip.version', 'parent.name as parent'])
    .select(['student.name as student', 'invoice.number as invoice', 'payment.number as payment'])
    .select(['requester.name as requester', titleFacts.as('title')])
    .select(sql<SlipStatus>`transfer_slip.status`.as('status'))
}

/** One slip with its invoice's present state and the decider; refuses not_found.transfer_slip. */
export async function transferSlip(db: Kysely<DB>, scope: RowScope, id: string) {
  const row = await found(db, scope)
    .leftJoin('user_account as decider', 'decider.id', 'transfer_slip.decided_by')
    .leftJoin('stored_file', 'stored_file.id', 'transfer_slip.file_id')
    .select(['transfer_slip.requested_by', 'transfer_slip.decided_at', 'transfer_slip.payment_id'])
    .select(['transfer_slip.file_hash', 'decider.name as decider', 'stored_file.content_type'])
    .select('payment.status as payment_status')
    .select(sql<boolean>`${isPaperDue}`.as('paper_due'))
    .select(['invoice.payer_parent_id', 'invoice.issued_on', 'invoice.status as invoice_status'])
    .select(['invoice.public_code', 'parent.family_code', 'parent.id as parent_id'])
    .select(sql<number>`invoice.balance_sen`.as('balance_sen'))
    .where('transfer_slip.id', '=', id)
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found.transfer_slip')
  return row
}
export type TransferSlip = Awaited<ReturnType<typeof transferSlip>>

/** The file of a slip within the scope; refuses not_found.document, also after the file was removed. */
export async function slipFile(db: Kysely<DB>, scope: RowScope, id: string) {
  const file = await slipsIn(db, scope)
    .innerJoin('stored_file', 'stored_file.id', 'transfer_slip.file_id')
    .select(['stored_file.storage_key', 'stored_file.name', 'stored_file.content_type'])
    .select('stored_file.size_bytes')
    .where('transfer_slip.id', '=', id)
    .executeTakeFirst()
  if (!file) throw new Refusal('not_found.document')
  return file
}

/** Slips of an invoice for anyone with its code: details and outcome, never the file. The latest first. */
export async function publicSlips(db: Kysely<DB>, code: string) {
  return db
    .selectFrom('transfer_slip')
    .innerJoin('invoice', 'invoice.id', 'transfer_slip.invoice_id')
    .leftJoin('payment', 'payment.id', 'transfer_slip.payment_id')
    .select(['transfer_slip.id', 'transfer_slip.amount_sen', 'transfer_slip.paid_on'])
    .select(['transfer_slip.reference_no', 'transfer_slip.requested_at', 'transfer_slip.decision_reason'])
    .select('payment.public_code as payment_code')
    .select(sql<SlipStatus>`transfer_slip.status`.as('status'))
    .where('invoice.public_code', '=', code)
    .orderBy('transfer_slip.requested_at', 'desc')
    .orderBy('transfer_slip.id', 'desc')
    .limit(10)
    .execute()
}

/** The latest open slip of any of these invoices. */
export async function latestOpenSlip(db: Kysely<DB>, codes: readonly string[]) {
  const found = await db
    .selectFrom('transfer_slip')
    .innerJoin('invoice', 'invoice.id', 'transfer_slip.invoice_id')
    .select(['invoice.public_code', 'transfer_slip.amount_sen', 'transfer_slip.paid_on'])
    .where('invoice.public_code', 'in', codes)
    .where('transfer_slip.status', '=', 'requested')
    .orderBy('transfer_slip.requested_at', 'desc')
    .orderBy('transfer_slip.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return found ?? null
}

/** Open slips of invoices, the latest first, each with the number of its invoice. */
export async function openSlips(db: Kysely<DB>, invoice_ids: readonly string[]) {
  return db
    .selectFrom('transfer_slip')
    .innerJoin('invoice', 'invoice.id', 'transfer_slip.invoice_id')
    .select(['transfer_slip.id', 'transfer_slip.amount_sen', 'transfer_slip.paid_on'])
    .select('invoice.number as invoice')
    .where(sql<boolean>`transfer_slip.invoice_id = any(${[...invoice_ids]}::uuid[])`)
    .where('transfer_slip.status', '=', 'requested')
    .orderBy('transfer_slip.requested_at', 'desc')
    .orderBy('transfer_slip.id', 'desc')
    .execute()
}

/**
 * Slips of invoices within the scope. A family sees only slips of invoices that it pays or that it submitted itself, since
 * another parent's slip may show their bank account.
 */
export function slipsIn(db: Kysely<DB>, scope: RowScope) {
  return db
    .selectFrom('transfer_slip')
    .where('transfer_slip.invoice_id', 'in', invoicesIn(db, scope).select('invoice.id'))
    .$if(scope.scope === 'own', (query) =>
      query.where((eb) =>
        eb.or([
          eb('transfer_slip.requested_by', '=', scope.user_id),
          eb.exists(
            eb
              .selectFrom('invoice')
              .whereRef('invoice.id', '=', 'transfer_slip.invoice_id')
              .where('invoice.payer_parent_id', '=', scope.parent_id)
              .select('invoice.id'),
          ),
        ]),
      ),
    )
}

/** SQL condition: the invoice has an open slip, so its family considers it paid. */
export const hasOpenSlip = sql<boolean>`exists (select from transfer_slip
  where transfer_slip.invoice_id = invoice.id and transfer_slip.status = 'requested')`

/**
 * How to pay an invoice by transfer, for anyone with its code: accounts, QR, reference, and the slips submitted so far. A
 * way that names no account number is left out, because nobody can pay by it.
 */
export async function transferTerms(db: Kysely<DB>, code: string) {
  const [ways, slips, qr, payer] = await Promise.all([
    transferWays(db),
    publicSlips(db, code),
    liveDuitNow(db),
    db
      .selectFrom('invoice')
      .innerJoin('parent', 'parent.id', 'invoice.payer_parent_id')
      .select('parent.family_code')
      .where('invoice.public_code', '=', code)
      .executeTakeFirst(),
  ])
  const waiting = slips.find(({ status }) => status === 'requested')
  return {
    ways: ways.filter(namesAccount),
    qr,
    family_code: payer?.family_code ?? null,
    shown: slips.length,
    waiting: waiting ? { amount_sen: waiting.amount_sen, paid_on: waiting.paid_on } : null,
  }
}

/** The organisation's accounts for transfers; none when it takes no transfers, or its package has none. */
export async function transferWays(db: Kysely<DB>) {
  return db
    .selectFrom('payment_option')
    .select(['id', 'name', 'name_en', 'name_my', 'needs_slip'])
    .select(['instructions', 'instructions_en', 'instructions_my'])
    .where('method', '=', 'bank_transfer')
    .where('status', '=', 'active')
    .where('deleted_at', 'is', null)
    .where(hasFeature('bank_transfer'))
    .orderBy('sort_order')
    .orderBy('id')
    .execute()
}

interface ComparedSlip {
  id: string
  parent_id: string
  reference_no: string
  file_hash: string
  amount_sen: number
  paid_on: string
  payment_id: string | null
}

/** Warnings listed per kind. */
const mostWarnings = 5
/** Shorter references may be part of another by chance. */
const tellingLength = 6

/** Other slips and payments with the same reference or picture, except the slip's own payment. */
export async function slipWarnings(
  db: Kysely<DB>,
  scope: RowScope,
  slip: ComparedSlip,
): Promise<SlipWarning[]> {
  const mine = bareReference(slip.reference_no)
  const inReach = slipsIn(db, scope).select('transfer_slip.id')
  const others = (kind: 'reference' | 'picture') =>
    db
      .selectFrom('transfer_slip')
      .innerJoin('invoice', 'invoice.id', 'transfer_slip.invoice_id')
      .select(['transfer_slip.id', 'invoice.number'])
      .select((eb) => eb('transfer_slip.id', 'in', inReach).as('reached'))
      .select(sql<SlipWarning['kind']>`${kind}`.as('kind'))
      .where('transfer_slip.id', '<>', slip.id)
      .where(
        kind === 'picture'
          ? sql<boolean>`transfer_slip.file_hash = ${slip.file_hash}`
          : sql<boolean>`${bareReference(sql.ref('transfer_slip.reference_no'))} = ${mine}`,
      )
      .orderBy('transfer_slip.id', 'desc')
      .limit(mostWarnings)
      .execute()
  const paid = db
    .selectFrom('payment')
    .select(['payment.id', 'payment.number', sql<boolean>`${paymentsInScope(scope)}`.as('reached')])
    .select(sql<SlipWarning['kind']>`'paid'`.as('kind'))
    .where(sql<boolean>`${bareReference(sql.ref('payment.reference_no'))} = ${mine}`)
    .where('payment.reference_no', 'is not', null)
    .where('payment.status', '=', 'paid')
    .where(sql<boolean>`payment.id is distinct from ${slip.payment_id}::uuid`)
    .orderBy('payment.id', 'desc')
    .limit(mostWarnings)
    .execute()
  const found = await Promise.all([others('reference'), others('picture'), paid])
  return found.flat().map(({ id, number, kind, reached }) => ({
    kind,
    ...(reached ? { id, number } : { id: null, number: null }),
  }))
}

/**
 * Payments of the family that may be the transfer of an open slip, e.g. from a bank statement: matched by reference, or by
 * amount and date if no other slip claims it. Certain matches first.
 */
export async function matchingPayments(db: Kysely<DB>, slip: ComparedSlip): Promise<MatchingPayment[]> {
  const [theirs, mine] = [bareReference(sql.ref('payment.reference_no')), bareReference(slip.reference_no)]
  const words = bareReference(wordsOfPayment)
  const sameReference = sql<boolean>`(${theirs} = ${mine}
    or (char_length(${mine}) >= ${tellingLength} and position(${mine} in ${words}) > 0)) is true`
  const similar = sql<boolean>`payment.amount_sen = ${slip.amount_sen}
    and abs(payment.paid_on - ${slip.paid_on}::date) <= ${nearDays}
    and not exists (select from transfer_slip where transfer_slip.payment_id = payment.id)`
  const rows = await db
    .selectFrom('payment')
    .select(['payment.id', 'payment.number', 'payment.paid_on', 'payment.amount_sen', 'payment.reference_no'])
    .select(sameReference.as('certain'))
    .where('payment.payer_parent_id', '=', slip.parent_id)
    .where('payment.method', 'in', onStatement)
    .where('payment.status', '=', 'paid')
    .where(sql<boolean>`(${sameReference} or (${similar}))`)
    .orderBy('certain', 'desc')
    .orderBy('payment.id', 'desc')
    .limit(mostWarnings)
    .execute()
  return rows
}

/** The payment of another slip with the same file, whoever uploaded it. */
export async function paymentWithSameFile(
  db: Kysely<DB>,
  { id, file_hash }: Pick<ComparedSlip, 'id' | 'file_hash'>,
): Promise<{ id: string; number: string } | undefined> {
  return db
    .selectFrom('transfer_slip')
    .innerJoin('payment', 'payment.id', 'transfer_slip.payment_id')
    .select(['payment.id', 'payment.number'])
    .where('transfer_slip.file_hash', '=', file_hash)
    .where('transfer_slip.id', '<>', id)
    .where('payment.status', '=', 'paid')
    .orderBy('payment.id')
    .limit(1)
    .executeTakeFirst()
}
