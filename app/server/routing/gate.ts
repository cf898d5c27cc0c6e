import type { Permission } from '#app/domain/core/access/access.ts'
import { type OperatorPermission, operatorGrants } from '#app/domain/core/access/operator-access.ts'
import type { Access } from '#app/domain/core/access/route-access.ts'

/**
 * Who is asking. `nobody`: a token whose person is inactive. `ended`: a token whose session is over. `helper`: an operator on
 * a support visit, who has to pass helper-gate.ts first.
 */
export type Profile = 'none' | 'nobody' | 'ended' | 'user' | 'operator' | 'helper'

export type Decision =
  | { kind: 'proceed'; permissions?: readonly Permission[]; operatorPermission?: OperatorPermission }
  | { kind: 'redirect'; to: string; endSession?: true; timeout?: true }
  | { kind: 'refuse' }

const redirect = (to: string): Decision => ({ kind: 'redirect', to })
const endSession = (to: string): Decision => ({ kind: 'redirect', to, endSession: true })
const timeout = (to: string): Decision => ({ kind: 'redirect', to, endSession: true, timeout: true })

/** Pure, so that tests can try it for everybody. Without a declared access nobody gets in. */
export function decide(access: Access | undefined, profile: Profile, mode: 'view' | 'change'): Decision {
  if (access === undefined) return { kind: 'refuse' }
  if (access === 'guest' || access === 'gateway') return { kind: 'proceed' }
  if (profile === 'helper' && isForOperators(access)) return { kind: 'refuse' }
  if (isForOperators(access)) {
    if (profile === 'user') return redirect('/dashboard')
    if (profile === 'none') return redirect('/admin/login')
    if (profile === 'nobody') return endSession('/admin/login')
    if (profile === 'ended') return timeout('/admin/login')
    return access === 'operator' ? { kind: 'proceed' } : { kind: 'proceed', operatorPermission: access }
  }
  if (profile === 'none') return redirect('/login')
  if (profile === 'nobody') return endSession('/login')
  if (profile === 'ended') return timeout('/login')
  if (access === 'signed-in') return { kind: 'proceed' }
  if (profile === 'operator') return redirect('/admin/dashboard')
  return { kind: 'proceed', permissions: permissionsOf(access, mode) }
}

function permissionsOf(
  access: Permission | { view: Permission; change: Permission } | { any: readonly Permission[] },
  mode: 'view' | 'change',
): readonly Permission[] {
  if (typeof access === 'string') return [access]
  return 'any' in access ? access.any : [access[mode]]
}

function isForOperators(access: Access): access is 'operator' | OperatorPermission {
  return typeof access === 'string' && (access === 'operator' || access in operatorGrants)
}
