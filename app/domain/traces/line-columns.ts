import { columnsOf } from '#app/domain/lists/columns.ts'

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
