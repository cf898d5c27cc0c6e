import { addDays } from '#app/domain/dates.ts'
import { columnsOf } from '#app/domain/lists/columns.ts'

const collectionSources = ['invoice', 'infaq', 'zakat', 'credit_topup', 'subscription'] as const
export type CollectionSource = (typeof collectionSources)[number]

export const collectionStatuses = ['collected', 'settled', 'paid_out', 'reversed'] as const

export interface CollectionRow {
  id: string
  number: string
  payment_id: string
  collected_on: string
  branch: string
  source: string
  method: string
  gross_sen: number
  /** Both fees: the payer's and the organisation's. */
  fees_sen: number
  payer_fee_sen: number
  tenant_fee_sen: number
  net_sen: number
  settles_on: string | null
  status: string
}

export const collectionColumns = columnsOf<CollectionRow>()(
  { key: 'number', label: 'collection.payment' },
  { key: 'collected_on', label: 'collection.collected_on', kind: 'date', sort: true },
  { key: 'branch', label: 'collection.branch' },
  { key: 'method', label: 'collection.method', words: 'payment.methods', sort: true },
  { key: 'gross_sen', label: 'collection.gross', kind: 'money', total: true, sort: true },
  { key: 'fees_sen', label: 'collection.fees', kind: 'money', total: true },
  { key: 'net_sen', label: 'collection.net', kind: 'money', total: true },
  { key: 'status', label: 'collection.status', kind: 'status' },
)

/** What only paper and files have room for. */
const details = [
  { key: 'payer_fee_sen', label: 'collection.payer_fee', kind: 'money', total: true },
  { key: 'tenant_fee_sen', label: 'collection.tenant_fee', kind: 'money', total: true },
  { key: 'settles_on', label: 'collection.settles_on', kind: 'date' },
] as const

export const collectionExportColumns = columnsOf<CollectionRow>()(...collectionColumns, ...details)

export interface LedgerRow {
  id: string
  reference: string
  collected_on: string
  entity: string
  method: string
  gateway_transaction_id: string | null
  gross_sen: number
  fees_sen: number
  payer_fee_sen: number
  tenant_fee_sen: number
  net_sen: number
  settles_on: string | null
  status: string
}

/** The operator's book over all organisations; it holds no payer's name. */
export const ledgerColumns = columnsOf<LedgerRow>()(
  { key: 'reference', label: 'collection.payment' },
  { key: 'collected_on', label: 'collection.collected_on', kind: 'date', sort: true },
  { key: 'entity', label: 'collection.entity', sort: true },
  { key: 'method', label: 'collection.method', words: 'payment.methods', sort: true },
  { key: 'gross_sen', label: 'collection.gross', kind: 'money', total: true, sort: true },
  { key: 'fees_sen', label: 'collection.fees', kind: 'money', total: true },
  { key: 'net_sen', label: 'collection.net', kind: 'money', total: true },
  { key: 'status', label: 'collection.status', kind: 'status' },
)

export const ledgerExportColumns = columnsOf<LedgerRow>()(...ledgerColumns, ...details, {
  key: 'gateway_transaction_id',
  label: 'payment.fpx_id',
})

/** The next working day, Monday to Friday; public holidays are not known here yet. */
export function settlementDay(collected_on: string): string {
  const next = addDays(collected_on, 1)
  const weekday = new Date(`${next}T00:00:00Z`).getUTCDay()
  if (weekday === 6) return addDays(next, 2)
  return weekday === 0 ? addDays(next, 1) : next
}
