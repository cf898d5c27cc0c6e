import { Refusal } from '#app/domain/core/refusal.ts'
import type { RequestContext } from '#app/server/request/context.ts'
import type { Entity } from '#app/server/routing/site.ts'

export function tenantOf({ site }: Pick<RequestContext, 'site'>): Entity {
  if (site.side !== 'tenant') throw new Refusal('not_found.entity')
  return site.entity
}

/**
 * Where links that are passed on and printed lead: to the subdomain, whichever host they are made at, since an own domain
 * may be given up and then be somebody else's.
 */
export const lastingOrigin = (context: Pick<RequestContext, 'site' | 'services'>): string =>
  context.services.sites.ofEntity(tenantOf(context)).origin
