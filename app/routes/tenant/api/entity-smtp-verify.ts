import { verifyMailServer } from '#app/domain/organisation/mail-server/mail-test.ts'
import { apiSteps } from '#app/server/api/call.ts'
import { mailTestOf } from '#app/server/api/mail-test.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'smtp.test', api: true } satisfies Handle

const call = apiSteps('entity/smtp/verify', async ({ input: { code }, context }) => {
  await verifyMailServer(mailTestOf(context), code)
  return { status: 'verified' }
})
export const loader = call.loader
export const action = call.action
