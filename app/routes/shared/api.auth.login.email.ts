import { signInOperator, signInUser } from '#app/domain/accounts/sign-in.server.ts'
import { Refusal } from '#app/domain/refusal.ts'
import { apiSteps } from '#app/server/api/call.ts'
import { adminAnswer, signedInAnswer } from '#app/server/api/session-answer.ts'
import type { Handle } from '#app/server/trees.ts'

export const handle = { access: 'guest', api: true } satisfies Handle

const call = apiSteps('auth/login/email', async ({ input, context }) => {
  const { site, actor } = context
  const { email, password, code } = input
  const attempt = { email, password, ip: actor.ip, user_agent: actor.user_agent }
  if (site.side === 'main') return adminAnswer(context, await signInOperator(context, attempt), code)
  if (site.entity.status !== 'active') throw new Refusal('auth.entity_inactive')
  return signedInAnswer(context, await signInUser(context, attempt))
})
export const loader = call.loader
export const action = call.action
