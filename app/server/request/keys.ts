import { Refusal } from '#app/domain/core/refusal.ts'
import type { Keys } from '#app/domain/core/secrets.ts'
import type { RequestContext } from './context.ts'

export function keysOf({ site, services }: Pick<RequestContext, 'site' | 'services'>): Keys {
  if (site.side !== 'tenant') throw new Refusal('not_found.page')
  return { ring: services.ring, place: site.entity.place.schema }
}
