import { redirect } from '@remix-run/node'
import { noFields } from '#app/domain/core/fields.ts'
import { retryJob } from '#app/domain/platform/failed-jobs/failed-jobs.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { rowVerb } from '#app/server/forms/row-verb.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'admin.job.retry' } satisfies Handle

export const loader = () => redirect(paths.admin.job())

export const action = rowVerb(
  noFields,
  'not_found.job',
  paths.admin.jobView,
  async ({ trx, actor }, { id }) => {
    await retryJob(trx, actor, id)
    return redirectWith(paths.admin.jobView(id), 'job_retried')
  },
)
