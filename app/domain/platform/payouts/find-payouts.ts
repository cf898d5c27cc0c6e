import type { Kysely } from 'kysely'
import { entityChoices } from '#app/domain/accounting/collections/find-collections.ts'
import { contains } from '#app/domain/core/lists/contains.ts'
import { onDay, oneEntry, oneOf } from '#app/domain/core/lists/filters.ts'
import { byStatus, operatorList, type Selected } from '#app/domain/core/lists/list.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { maskedAccount } from '#app/domain/organisation/entities/profile.ts'
import type { DB } from '#db/types.ts'
import { payoutStatuses } from './payout.ts'

/** Of the lines of a payout the first that its page shows. */
export const shownLines = 100

/** What the platform pays to organisations. */
export const payoutList = operatorList<Selected<typeof listed>>()({
  name: 'payout',
  title: 'payout.plural',
  access: { view: 'admin.payout.view', print: 'admin.payout.print' },
  columns: [
    { key: 'number', label: 'payout.number', kind: 'number', sort: true },
    { key: 'entity', label: 'collection.entity', room: 'who', sort: true },
    { key: 'payout_on', label: 'payout.payout_on', kind: 'date', sort: true },
    { key: 'gross_sen', label: 'collection.gross', kind: 'money', room: 'widest', total: true },
    { key: 'fees_sen', label: 'collection.fees', kind: 'money', room: 'widest', total: true },
    { key: 'reversals_sen', label: 'payout.reversals', kind: 'money', only: 'file', total: true },
    { key: 'adjustments_sen', label: 'payout.adjustments', kind: 'money', only: 'file', total: true },
    { key: 'net_sen', label: 'payout.net', kind: 'money', room: 'much', total: true, sort: true },
    { key: 'status', label: 'common.field.status', kind: 'status' },
    { key: 'bank_reference', label: 'payout.bank_reference', only: 'file' },
    { key: 'paid_on', label: 'payout.paid_on', kind: 'date', only: 'file' },
  ],
  filters: {
    status: oneOf('common.field.status', payoutStatuses, 'common.status'),
    entity_id: oneEntry('collection.entity', entityChoices),
    from: onDay('payment.from', { until: 'to' }),
    to: onDay('payment.to'),
  },
  tabs: byStatus,
  summed: { column: 'status', values: ['paid'], word: 'payout.paid_total' },
  standard: '-payout_on',
  query(db, _reader, { q, status, entity_id, from, to }) {
    let query = listed(db)
    if (status) query = query.where('payout.status', '=', status)
    if (entity_id) query = query.where('payout.entity_id', '=', entity_id)
    if (from) query = query.where('payout.payout_on', '>=', from)
    if (to) query = query.where('payout.payout_on', '<=', to)
    if (q)
      query = query.where((eb) => contains(eb, q, ['payout.number', 'payout.bank_reference', 'entity.name']))
    return query
  },
})

function listed(db: Kysely<DB>) {
  return db
    .selectFrom('platform.payout as payout')
    .innerJoin('platform.entity as entity', 'entity.id', 'payout.entity_id')
    .select(['payout.id', 'payout.number', 'entity.name as entity', 'payout.payout_on', 'payout.gross_sen'])
    .select(['payout.fees_sen', 'payout.reversals_sen', 'payout.adjustments_sen', 'payout.net_sen'])
    .select(['payout.status', 'payout.bank_reference', 'payout.paid_on'])
}

/** One with who had to do with it; of the account the end of its number. Refuses with not_found.payout. */
export async function payoutOf(db: Kysely<DB>, id: string) {
  const row = await listed(db)
    .leftJoin('platform.payout_export as file', 'file.id', 'payout.export_id')
    .select(['payout.entity_id', 'payout.period_start', 'payout.period_end', 'payout.lines'])
    .select(['payout.account_name', 'payout.account_ending', 'payout.bank_name', 'payout.hold_reason'])
    .select(['payout.hold_note', 'payout.fail_reason', 'payout.cancel_reason', 'payout.preparer'])
    .select(['payout.prepared_at', 'payout.releaser', 'payout.approver', 'payout.approved_at'])
    .select(['payout.prepared_by', 'payout.released_by', 'payout.export_id', 'payout.version'])
    .select(['file.exporter', 'file.exported_at'])
    .where('payout.id', '=', id)
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found.payout')
  const { account_ending, ...told } = row
  return { ...told, account_number: account_ending === null ? null : maskedAccount(account_ending) }
}

/** Of a payout what the form of a step says and holds on to. */
export async function payoutSeen(db: Kysely<DB>, id: string) {
  const { number, entity, version } = await payoutOf(db, id)
  return { id, number, entity, version }
}

/** So many lines of a payout, the oldest first, for whoever may see it; `page` is counted from 1. */
export const linesOnPage = (db: Kysely<DB>, payout_id: string, page = 1) =>
  db
    .selectFrom('platform.ledger as ledger')
    .select(['ledger.id', 'ledger.reference', 'ledger.collected_on', 'ledger.gross_sen', 'ledger.net_sen'])
    .select('ledger.status')
    .select((eb) => eb('ledger.payer_fee_sen', '+', eb.ref('ledger.tenant_fee_sen')).as('fees_sen'))
    .where('ledger.payout_id', '=', payout_id)
    .orderBy('ledger.collected_on')
    .orderBy('ledger.id')
    .limit(shownLines)
    .offset((page - 1) * shownLines)

/** What a payout is more or less than its lines; an organisation may not read when it was asked for. */
export async function adjustmentsIn(
  db: Kysely<DB>,
  payout_id: string,
  by: 'requested_at' | 'decided_at' = 'requested_at',
) {
  return db
    .selectFrom('platform.payout_adjustment')
    .select(['id', 'kind', 'reference', 'reason', 'sen'])
    .where('payout_id', '=', payout_id)
    .orderBy(by)
    .orderBy('id')
    .execute()
}
