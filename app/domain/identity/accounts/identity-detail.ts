import { type Held, type Permission, scopeOf } from '#app/domain/core/access/access.ts'

/**
 * What somebody is told of the sensitive details of those whom they find by a permission: `known` all but the numbers,
 * which are revealed one by one; `masked` that there are numbers; else nothing. Who finds only their own is told of that.
 */
export function identityDetail(held: readonly Held[], finds: Permission): 'known' | 'masked' | null {
  const sees = scopeOf(held, 'identity.view')
  if (sees === 'branch' || sees === 'all') return 'known'
  if (sees === 'own' && scopeOf(held, finds) === 'own') return 'known'
  return scopeOf(held, 'identity.masked') ? 'masked' : null
}
