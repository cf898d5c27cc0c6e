import { ownSignInLists } from '#app/domain/audit/log/logins.ts'
import { readPage } from '#app/domain/core/lists/read-list.ts'
import { apiRead } from '#app/server/api/call.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'profile.view', api: true } satisfies Handle

const call = apiRead('profile/log/login', async ({ input, db, context }) => {
  const { user } = ownSignInLists
  const { rows, page, pages, total } = await readPage(
    user,
    db,
    { id: context.actor.id! },
    user.search.parse(input),
  )
  const logins = rows.map(({ at, ...row }) => ({ ...row, at: new Date(at).toISOString() }))
  return { logins, page, pages, total }
})
export const loader = call.loader
export const action = call.action
