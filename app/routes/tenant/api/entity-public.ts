import { publicAnswer } from '#app/server/api/answers/entity.ts'
import { apiRead } from '#app/server/api/call.ts'
import { tenantOf } from '#app/server/api/tenant.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'guest', api: true } satisfies Handle

const call = apiRead('entity/public', async ({ db, context }) => ({
  entity: await publicAnswer(db, tenantOf(context).id),
}))
export const loader = call.loader
export const action = call.action
