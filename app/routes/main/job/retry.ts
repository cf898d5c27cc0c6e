import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { retryJob } from '#app/domain/failed-jobs/retry-job.server.ts'
import { noFields } from '#app/domain/fields.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submitVerb } from '#app/server/forms/submit-verb.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'admin.job.retry' } satisfies Handle

export const loader = () => redirect(paths.admin.job())

export const action = (args: ActionFunctionArgs) => {
  const id = idOf(args.params, 'not_found.job')
  return submitVerb(args, noFields, paths.admin.jobView(id), async ({ trx, actor }) => {
    await retryJob(trx, actor, id)
    return redirectWith(paths.admin.jobView(id), 'job_retried')
  })
}
