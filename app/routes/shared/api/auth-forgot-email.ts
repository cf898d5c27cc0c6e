import { requestRecovery } from '#app/domain/identity/passwords/recovery.ts'
import { apiSteps } from '#app/server/api/call.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { refuseInactive } from '#app/server/sign-in/signed-in.ts'

export const handle = { access: 'guest', api: true } satisfies Handle

const call = apiSteps('auth/forgot/email', async ({ input: { email }, context }) => {
  refuseInactive(context)
  await requestRecovery(context.write, context.site.side, { email, ip: context.actor.ip })
  return { sent: true }
})
export const loader = call.loader
export const action = call.action
