import { signedInAgain } from '#app/server/api/answers/session.ts'
import { apiSteps } from '#app/server/api/call.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { resetByToken } from '#app/server/sign-in/recovery.ts'

export const handle = { access: 'guest', api: true } satisfies Handle

const call = apiSteps('auth/reset/token', async ({ input: { token, password }, context }) => {
  const session = await resetByToken(context, token, password)
  return session ? signedInAgain(context, session) : { passwordReset: true }
})
export const loader = call.loader
export const action = call.action
