import { iso, type Portal } from './portal.ts'
import { isoSeconds, refuse } from './reply.ts'
import type { Endpoint } from './switches.ts'

const MINUTE = 60_000

/**
 * Counts a call in the bucket of its client and endpoint: a minute that begins with its first call. The headers say how many
 * are left; throws 429 with the seconds to wait when none is.
 */
export function countCall(portal: Portal, endpoint: Endpoint, clientId: string): Record<string, string> {
  const { limited, limits } = portal.store.meta.switches
  if (!limited) return {}
  const limit = limits[endpoint]
  const now = portal.now()
  const key = `${clientId} ${endpoint}`
  const kept = portal.index.buckets.get(key)
  const bucket = kept && now < kept.from + MINUTE && now >= kept.from ? kept : { from: now, calls: 0 }
  portal.index.buckets.set(key, bucket)
  bucket.calls++
  const headers = {
    'x-rate-limit-limit': String(limit),
    'x-rate-limit-remaining': String(Math.max(0, limit - bucket.calls)),
  }
  if (bucket.calls <= limit) return headers
  throw tooMany(bucket.from + MINUTE - now, { ...headers, 'x-rate-limit-reset': iso(bucket.from + MINUTE) })
}

/** By order or by count. */
export function tooMany(waitMs: number, headers: Record<string, string> = {}) {
  return refuse(429, 'TooManyRequests', 'The rate limit was exceeded', {
    headers: { ...headers, 'retry-after': isoSeconds(waitMs) },
  })
}
