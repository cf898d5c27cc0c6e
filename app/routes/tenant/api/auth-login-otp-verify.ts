import { Refusal } from '#app/domain/core/refusal.ts'
import { pendingSignIn, signInByPhone } from '#app/domain/identity/codes/phone-sign-in.ts'
import { signedInAnswer } from '#app/server/api/answers/session.ts'
import { apiSteps } from '#app/server/api/call.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { refuseInactive } from '#app/server/sign-in/signed-in.ts'

export const handle = { access: 'guest', api: true } satisfies Handle

const call = apiSteps('auth/login/otp/verify', async ({ input, context }) => {
  refuseInactive(context)
  const { write, services, actor } = context
  const { phone, code, pending } = input
  const asked = await pendingSignIn(await context.read(), pending)
  // Another number than the one that was asked for, whoever's it is.
  if (asked && asked.address !== phone) throw new Refusal('auth.otp_invalid', 'code')
  return signedInAnswer(context, await signInByPhone(write, services.ring, actor, { pending, code }))
})
export const loader = call.loader
export const action = call.action
