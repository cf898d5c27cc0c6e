import type { Limited, Limits } from './limits.server.ts'

export interface OverLimit {
  noun: Limited
  has: number
  limit: number
}

/** All of what an organisation has more than a package allows, in the order of limits. */
export function overLimits(has: Record<Limited, number>, limits: Limits): OverLimit[] {
  return (Object.entries(limits) as [Limited, number | null][]).flatMap(([noun, limit]) =>
    limit !== null && has[noun] > limit ? [{ noun, has: has[noun], limit }] : [],
  )
}
