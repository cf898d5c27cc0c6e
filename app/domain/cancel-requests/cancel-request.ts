import { columnsOf } from '#app/domain/lists/columns.ts'

export const kinds = ['invoice', 'payment'] as const
export type Kind = (typeof kinds)[number]

/** Open, then one of the others for good. */
export const states = ['open', 'approved', 'rejected', 'withdrawn'] as const
export type State = (typeof states)[number]

export interface RequestRow {
  id: string
  kind: Kind
  subject_id: string
  number: string
  amount_sen: number
  reason: string
  requester: string
  requested_at: Date
  decider: string | null
  state: State
}

export const requestColumns = columnsOf<RequestRow>()(
  { key: 'number', label: 'cancel_request.number', kind: 'number' },
  { key: 'kind', label: 'cancel_request.kind', words: 'cancel_request.kinds' },
  { key: 'requester', label: 'cancel_request.requester', sort: true },
  { key: 'requested_at', label: 'cancel_request.requested_at', kind: 'instant', sort: true },
  { key: 'reason', label: 'cancel_request.reason' },
  { key: 'amount_sen', label: 'cancel_request.amount', kind: 'money', sort: true },
  { key: 'state', label: 'cancel_request.state', kind: 'status' },
)
