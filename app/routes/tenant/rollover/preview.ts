import { redirect } from '@remix-run/node'
import { requestPreview } from '#app/domain/enrolment/rollovers/change-rollover.ts'
import { paths } from '#app/paths.ts'
import { rolloverVerb } from '#app/server/rollovers/rollover-verb.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'rollover.manage' } satisfies Handle

export const loader = () => redirect(paths.rollover.list())

export const action = rolloverVerb(async ({ trx, actor }, at) => {
  await requestPreview(trx, actor, at)
  return redirect(paths.rollover.view(at.id))
})
