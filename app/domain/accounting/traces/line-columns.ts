import { columnsOf } from '#app/domain/core/lists/columns.ts'

interface Called {
  id: string
  reference: string
  collected_on: string
  entity: string
  method: string
  gross_sen: number
  status: string
}

/** Of lines that somebody looks for, over all organisations. */
export const lineColumns = columnsOf<Called>()(
  { key: 'reference', label: 'collection.payment', kind: 'number' },
  { key: 'collected_on', label: 'collection.collected_on', kind: 'date' },
  { key: 'entity', label: 'collection.entity', room: 'who' },
  { key: 'method', label: 'collection.method', words: 'payment.methods', room: 'wide' },
  { key: 'gross_sen', label: 'collection.gross', kind: 'money', room: 'much' },
  { key: 'status', label: 'collection.status', kind: 'status' },
)

interface Billed {
  id: string
  number: string
  issued_on: string
  debtor: string
  kind: string
  method: string | null
  total_sen: number
  status: string
}

/** Of what the platform itself was paid. */
export const billColumns = columnsOf<Billed>()(
  { key: 'number', label: 'platform_invoice.number', kind: 'number' },
  { key: 'issued_on', label: 'platform_invoice.issued_on', kind: 'date' },
  { key: 'debtor', label: 'platform_invoice.debtor', room: 'who' },
  { key: 'kind', label: 'platform_invoice.kind', words: 'platform_invoice.kinds', room: 'wide' },
  { key: 'total_sen', label: 'platform_invoice.total_sen', kind: 'money', room: 'much' },
  { key: 'status', label: 'platform_invoice.status', kind: 'status' },
)
