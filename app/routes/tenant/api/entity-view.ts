import { entityAnswer } from '#app/server/api/answers/entity.ts'
import { apiRead } from '#app/server/api/call.ts'
import { tenantOf } from '#app/server/api/tenant.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'entity.view', api: true } satisfies Handle

const call = apiRead('entity/view', async ({ db, context }) => ({
  entity: await entityAnswer(db, context.services.ring, tenantOf(context).id, context.actor.roles),
}))
export const loader = call.loader
export const action = call.action
