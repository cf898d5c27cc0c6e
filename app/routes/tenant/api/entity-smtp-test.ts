import { testMailServer } from '#app/domain/organisation/mail-server/mail-test.ts'
import { apiSteps } from '#app/server/api/call.ts'
import { mailTestOf, sendCodeTo } from '#app/server/api/mail-test.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'smtp.test', api: true } satisfies Handle

const call = apiSteps('entity/smtp/test', async ({ input: { to }, context }) => {
  const { expires_at } = await testMailServer(mailTestOf(context), to, sendCodeTo(context, to))
  return { status: 'tested', expiresAt: expires_at.toISOString() }
})
export const loader = call.loader
export const action = call.action
