import type { z } from 'zod'
import { dateFilter, idFilter, oneOf, searchOf } from '#app/domain/lists/search.ts'
import { catalogue, type JobName } from '#jobs/catalogue.ts'
import { failedJobStates } from './job.ts'

export const jobNames = Object.keys(catalogue) as [JobName, ...JobName[]]

export const failedJobSearch = searchOf(['name', 'entity', 'failed_at', 'retried_at'], {
  name: oneOf(jobNames),
  state: oneOf(failedJobStates),
  entity_id: idFilter,
  from: dateFilter,
})
export type FailedJobSearch = z.output<typeof failedJobSearch>
