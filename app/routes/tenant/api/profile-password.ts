import { Refusal } from '#app/domain/core/refusal.ts'
import { changePassword } from '#app/domain/identity/accounts/profile.ts'
import { apiSteps } from '#app/server/api/call.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { rotateSession } from '#app/server/session/session.ts'

export const handle = { access: 'profile.edit', api: true } satisfies Handle

const call = apiSteps('profile/password', async ({ input, context }) => {
  const { session, actor } = context
  if (session?.kind !== 'user') throw new Refusal('auth.token_invalid')
  const { currentPassword, password, passwordConfirmation } = input
  const typed = {
    ...(currentPassword !== undefined && { current_password: currentPassword }),
    password,
    password_confirmation: passwordConfirmation,
  }
  const token = await changePassword(context, typed, {
    actor,
    session_id: session.id,
    confirmed: session.confirmed,
    finish: (trx) => rotateSession(trx, session),
  })
  return { token }
})
export const loader = call.loader
export const action = call.action
