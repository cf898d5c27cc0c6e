import { currentTime } from '#app/domain/core/clock.ts'
import { requestSignInCode } from '#app/domain/identity/codes/phone-sign-in.ts'
import { apiSteps } from '#app/server/api/call.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { refuseInactive } from '#app/server/sign-in/signed-in.ts'

export const handle = { access: 'guest', api: true } satisfies Handle

const call = apiSteps('auth/login/otp/request', async ({ input, context }) => {
  refuseInactive(context)
  const { locale, actor } = context
  const asked = await requestSignInCode(context.write, { ...input, locale, ip: actor.ip })
  const inSeconds = (seconds: number) => new Date(currentTime().getTime() + seconds * 1_000).toISOString()
  return {
    pending: asked.pending,
    expiresAt: inSeconds(asked.expires_seconds),
    resendAt: inSeconds(asked.resend_seconds),
  }
})
export const loader = call.loader
export const action = call.action
