import { tenantOf } from '#app/server/api/tenant.ts'
import type { RequestContext } from '#app/server/request/context.ts'
import { keysOf } from '#app/server/request/keys.ts'

/** What a message is composed with in a request. */
export const composingFor = (context: RequestContext) => ({
  entity: { id: tenantOf(context).id },
  origin: context.site.origin,
  keys: keysOf(context),
})

/** Whose inbox a request is about. */
export const inboxOwnerOf = ({ actor }: RequestContext) => ({
  user_id: actor.id!,
  parent_id: actor.parent_id,
})
