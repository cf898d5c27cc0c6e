import { Refusal } from '#app/domain/refusal.ts'
import type { RequestContext } from '#app/server/request/context.ts'
import type { Entity } from '#app/server/routing/site.ts'

export function tenantOf({ site }: Pick<RequestContext, 'site'>): Entity {
  if (site.side !== 'tenant') throw new Refusal('not_found.entity')
  return site.entity
}
