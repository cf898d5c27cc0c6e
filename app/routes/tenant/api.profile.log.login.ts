import { loginLog } from '#app/domain/accounts/login-log.server.ts'
import { loginSearch } from '#app/domain/accounts/login-log.ts'
import { apiRead } from '#app/server/api/call.ts'
import type { Handle } from '#app/server/trees.ts'

export const handle = { access: 'profile.view', api: true } satisfies Handle

const call = apiRead('profile/log/login', async ({ input, db, context }) => {
  const { rows, page, pages, total } = await loginLog(db, context.actor.id!, loginSearch.parse(input))
  const logins = rows.map(({ at, ...row }) => ({ ...row, at: new Date(at).toISOString() }))
  return { logins, page, pages, total }
})
export const loader = call.loader
export const action = call.action
