import { columnsOf } from '#app/domain/core/lists/columns.ts'

interface Line {
  reference: string
  collected_on: string
  gross_sen: number
  fees_sen: number
  net_sen: number
  status: string
}

/** Of the lines on the page of a payout. */
export const lineColumns = columnsOf<Line>()(
  { key: 'reference', label: 'collection.payment', kind: 'number' },
  { key: 'collected_on', label: 'collection.collected_on', kind: 'date' },
  { key: 'gross_sen', label: 'collection.gross', kind: 'money', room: 'table' },
  { key: 'fees_sen', label: 'collection.fees', kind: 'money', room: 'table' },
  { key: 'net_sen', label: 'payout.net', kind: 'money', room: 'much' },
  { key: 'status', label: 'common.field.status', kind: 'status' },
)

interface Adjusted {
  kind: string
  reference: string | null
  reason: string
  sen: number
}

/** Of its adjustments. */
export const adjustedColumns = columnsOf<Adjusted>()(
  { key: 'kind', label: 'payout.kind', words: 'payout.kinds' },
  { key: 'reference', label: 'collection.payment', kind: 'number' },
  { key: 'reason', label: 'common.field.reason', room: 'who' },
  { key: 'sen', label: 'common.field.amount', kind: 'money', room: 'much' },
)

interface Waiting {
  entity: string
  next_on: string
  sen: number
}

/** Of organisations for which something waits. */
export const waitingColumns = columnsOf<Waiting>()(
  { key: 'entity', label: 'collection.entity', room: 'who' },
  { key: 'next_on', label: 'payout.next_on', kind: 'date' },
  { key: 'sen', label: 'payout.now.waits', kind: 'money', room: 'much', total: true },
)
