/**
 * `formTargets`: origins besides our own that the page's forms may lead to; `anywhere` for the one that goes to a bank,
 * since browsers apply this to redirects too and nobody knows all the hosts of all banks. `scripts`: the one page that has a
 * script of ours, which may call us.
 */
export function pagePolicy(
  nonce: string,
  formTargets: string[] | 'anywhere',
  { scripts = false }: { scripts?: boolean } = {},
): string {
  return [
    "default-src 'none'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    ...(scripts ? ["script-src 'self'", "connect-src 'self'"] : ["script-src 'none'"]),
    ...(formTargets === 'anywhere' ? [] : [["form-action 'self'", ...formTargets].join(' ')]),
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ')
}

/**
 * For every answer, errors included. `Referrer-Policy: same-origin` and never `no-referrer`: with that, browsers send
 * `Origin: null` with forms and each one would be refused. A page whose address holds a secret says `strict-origin`,
 * which tells nobody the path. `foreign`: the host is no name of ours.
 */
export function secureHeaders(
  headers: Headers,
  options: { nonce: string; secure: boolean; formTargets: string[]; foreign?: boolean },
) {
  const { nonce, secure, formTargets, foreign } = options
  const html = headers.get('content-type')?.startsWith('text/html')
  const policy = html
    ? pagePolicy(nonce, formTargets)
    : "default-src 'none'; frame-ancestors 'none'; base-uri 'none'"
  if (!headers.has('content-security-policy')) headers.set('content-security-policy', policy)
  headers.set('x-content-type-options', 'nosniff')
  if (!headers.has('referrer-policy')) headers.set('referrer-policy', 'same-origin')
  headers.set('cross-origin-opener-policy', 'same-origin')
  headers.set('cross-origin-resource-policy', 'same-origin')
  headers.set('permissions-policy', 'camera=(), microphone=(), geolocation=(), payment=()')
  // Of a domain that is not ours we know this one name, and none of those below it.
  if (secure)
    headers.set('strict-transport-security', `max-age=31536000${foreign ? '' : '; includeSubDomains'}`)
  if (!headers.has('cache-control')) headers.set('cache-control', 'no-store')
}
