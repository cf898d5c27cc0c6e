import { Refusal } from '#app/domain/refusal.ts'
import type { RequestContext } from '../context.ts'
import type { Entity } from '../site.ts'

/** The organisation on whose host the call was made. */
export function tenantOf({ site }: Pick<RequestContext, 'site'>): Entity {
  if (site.side !== 'tenant') throw new Refusal('not_found.entity')
  return site.entity
}
