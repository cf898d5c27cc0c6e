import type { Kysely } from 'kysely'
import { contains } from '#app/domain/core/lists/contains.ts'
import { onDay, oneOf } from '#app/domain/core/lists/filters.ts'
import { byStatus, type Selected, tenantList } from '#app/domain/core/lists/list.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { maskedAccount } from '#app/domain/organisation/entities/profile.ts'
import type { DB } from '#db/types.ts'
import { adjustmentsIn, linesOnPage } from './find-payouts.ts'
import { type HoldReason, payoutStatuses } from './payout.ts'

/** What the platform pays to an organisation, as that reads it; row security leaves it no payout of another one. */
export const ownPayoutList = tenantList<Selected<typeof own>>()({
  name: 'payout',
  title: 'payout.plural',
  access: { view: 'payout.view', print: 'payout.print' },
  columns: [
    { key: 'number', label: 'payout.number', kind: 'number', room: 'who', sort: true },
    { key: 'payout_on', label: 'payout.payout_on', kind: 'date', sort: true },
    { key: 'period_start', label: 'payout.period_start', kind: 'date', only: 'file' },
    { key: 'period_end', label: 'payout.period_end', kind: 'date', only: 'file' },
    { key: 'lines', label: 'payout.lines', kind: 'count', room: 'widest' },
    { key: 'gross_sen', label: 'collection.gross', kind: 'money', room: 'widest', total: true },
    { key: 'fees_sen', label: 'collection.fees', kind: 'money', room: 'widest', total: true },
    { key: 'reversals_sen', label: 'payout.reversals', kind: 'money', only: 'file', total: true },
    { key: 'adjustments_sen', label: 'payout.adjustments', kind: 'money', only: 'file', total: true },
    { key: 'net_sen', label: 'payout.net', kind: 'money', room: 'much', total: true, sort: true },
    { key: 'status', label: 'common.field.status', kind: 'status' },
    { key: 'paid_on', label: 'payout.paid_on', kind: 'date', room: 'wide', sort: true },
    { key: 'bank_reference', label: 'payout.bank_reference', room: 'table' },
  ],
  filters: {
    status: oneOf('common.field.status', payoutStatuses, 'common.status'),
    from: onDay('payment.from', { until: 'to' }),
    to: onDay('payment.to'),
  },
  tabs: byStatus,
  summed: { column: 'status', values: ['paid'], word: 'payout.paid_total' },
  standard: '-payout_on',
  query(db, _reader, { q, status, from, to }) {
    let query = own(db)
    if (status) query = query.where('payout.status', '=', status)
    if (from) query = query.where('payout.payout_on', '>=', from)
    if (to) query = query.where('payout.payout_on', '<=', to)
    if (q) query = query.where((eb) => contains(eb, q, ['payout.number', 'payout.bank_reference']))
    return query
  },
})

/** Its columns are all that an organisation may read of a payout: nobody who works for the operator is among them. */
function own(db: Kysely<DB>) {
  return db
    .selectFrom('platform.payout as payout')
    .select(['payout.id', 'payout.number', 'payout.payout_on', 'payout.period_start', 'payout.period_end'])
    .select(['payout.lines', 'payout.gross_sen', 'payout.fees_sen', 'payout.reversals_sen'])
    .select(['payout.adjustments_sen', 'payout.net_sen', 'payout.status', 'payout.bank_reference'])
    .select('payout.paid_on')
}

/** One of the organisation's, with the end of the account to which it goes. Refuses with not_found.payout. */
export async function ownPayout(db: Kysely<DB>, id: string) {
  const row = await own(db)
    .select(['payout.account_name', 'payout.account_ending', 'payout.bank_name', 'payout.hold_reason'])
    .select('payout.fail_reason')
    .where('payout.id', '=', id)
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found.payout')
  const { account_ending, hold_reason, ...told } = row
  const account_number = account_ending === null ? null : maskedAccount(account_ending)
  return { ...told, account_number, hold_reason: hold_reason as HoldReason | null }
}

/** The first lines of a payout, the oldest first, each with its payment. */
export const ownLines = (db: Kysely<DB>, payout_id: string) =>
  linesOnPage(db, payout_id)
    .innerJoin('collection', 'collection.id', 'ledger.collection_id')
    .select('collection.payment_id')
    .execute()

/** What a payout is more or less than its lines. */
export const ownAdjustments = (db: Kysely<DB>, payout_id: string) =>
  adjustmentsIn(db, payout_id, 'decided_at')
