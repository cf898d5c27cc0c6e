import type { CaaRecord } from '#app/integrations/domain/resolver.ts'

/** Where proxies get certificates: by both of these, unless somebody has told them otherwise. */
export const certificateAuthorities = ['letsencrypt.org', 'sectigo.com']

const known = ['issue', 'issuewild', 'iodef', 'issuemail', 'contactemail', 'contactphone', 'critical', 'type']

/**
 * Whether the CAA records of one name keep our authorities from issuing for it (RFC 8659): they name others, or none at
 * all, or hold a critical word that an authority must know and does not. Without an `issue` anybody may.
 */
export function forbidsUs(records: readonly CaaRecord[]): boolean {
  const odd = records.some(
    ({ critical, ...record }) => critical >= 128 && Object.keys(record).some((tag) => !known.includes(tag)),
  )
  if (odd) return true
  const issuers = records.flatMap(({ issue }) => (typeof issue === 'string' ? [issue] : []))
  if (issuers.length === 0) return false
  const named = issuers.map((issue) => issue.split(';')[0]!.trim().toLowerCase())
  return !named.some((name) => certificateAuthorities.includes(name))
}

/** The names of which the first that has such records counts: the domain, then each above it. */
export function namesAbove(domain: string): string[] {
  const labels = domain.split('.')
  return labels.map((_, index) => labels.slice(index).join('.'))
}
