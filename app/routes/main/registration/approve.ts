import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { Refusal } from '#app/domain/core/refusal.ts'
import { approveRegistration } from '#app/domain/platform/registrations/decide-registration.ts'
import { approveForm } from '#app/domain/platform/registrations/registration.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submitVerb } from '#app/server/forms/submit-verb.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'admin.registration.decide' } satisfies Handle

export const loader = () => redirect(paths.admin.registration.list())

/** A fee is waived by who may change subscriptions, and by nobody else. */
export const action = (args: ActionFunctionArgs) => {
  const id = idOf(args.params, 'not_found.registration')
  const page = paths.admin.registration.view(id)
  return submitVerb(args, approveForm, page, async ({ trx, actor }, { version, waive = false }) => {
    if (waive && !args.context.operatorCan('admin.subscription.edit')) throw new Refusal('action_not_allowed')
    const { name } = await approveRegistration(trx, actor, { id, version, waive })
    return redirectWith(page, 'registration_approved', { name })
  })
}
