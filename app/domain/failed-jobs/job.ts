import { columnsOf } from '#app/domain/lists/columns.ts'

/** A job that failed for good: still open, or asked for again by an operator. */
export const failedJobStates = ['open', 'retried'] as const

export interface FailedJobRow {
  id: string
  name: string
  /** Null for a job of the platform, or when the organisation is gone. */
  entity: string | null
  error: string
  attempts: number
  failed_at: Date
  retried_at: Date | null
}

export const failedJobColumns = columnsOf<FailedJobRow>()(
  { key: 'name', label: 'admin.job.name', sort: true },
  { key: 'entity', label: 'admin.job.entity', sort: true },
  { key: 'error', label: 'admin.job.error' },
  { key: 'attempts', label: 'admin.job.attempts', kind: 'count' },
  { key: 'failed_at', label: 'admin.job.failed_at', kind: 'instant', sort: true },
  { key: 'retried_at', label: 'admin.job.retried_at', kind: 'instant', sort: true },
)
