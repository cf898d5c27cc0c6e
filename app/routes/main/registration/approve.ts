import { redirect } from '@remix-run/node'
import { Refusal } from '#app/domain/core/refusal.ts'
import { approveRegistration } from '#app/domain/platform/registrations/change-registration.ts'
import { approveForm } from '#app/domain/platform/registrations/registration.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { rowVerb } from '#app/server/forms/row-verb.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'admin.registration.decide' } satisfies Handle

export const loader = () => redirect(paths.admin.registration.list())

/** A fee is waived by who may change subscriptions, and by nobody else. */
export const action = rowVerb(
  approveForm,
  'not_found.registration',
  paths.admin.registration.view,
  async ({ trx, actor, context }, { id, version, waive = false }) => {
    if (waive && !context.operatorCan('admin.subscription.edit')) throw new Refusal('action_not_allowed')
    const { name } = await approveRegistration(trx, actor, { id, version, waive })
    return redirectWith(paths.admin.registration.view(id), 'registration_approved', { name })
  },
)
