import { verifyMailServer } from '#app/domain/entities/mail-test.server.ts'
import { apiSteps } from '#app/server/api/call.ts'
import { mailDesk } from '#app/server/api/mail-desk.ts'
import type { Handle } from '#app/server/trees.ts'

export const handle = { access: 'smtp.test', api: true } satisfies Handle

const call = apiSteps('entity/smtp/verify', async ({ input: { code }, context }) => {
  await verifyMailServer(mailDesk(context), code)
  return { status: 'verified' }
})
export const loader = call.loader
export const action = call.action
