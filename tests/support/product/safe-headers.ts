/**
 * What is wrong with the headers of an answer of the product, whatever it answers; nothing, as a rule.
 * `scripted`: of the one page that may run a script of ours.
 */
export function faultsOf(headers: Headers, scripted = false): string[] {
  const policy = headers.get('content-security-policy') ?? ''
  const wanted = (name: string, isRight: (value: string) => boolean) => {
    const value = headers.get(name)
    return value !== null && isRight(value) ? [] : [`${name}: ${value}`]
  }
  const isPage = headers.get('content-type')?.startsWith('text/html') ?? false
  return [
    ...[
      "default-src 'none'",
      "frame-ancestors 'none'",
      "base-uri 'none'",
      ...(isPage && !(scripted && policy.includes("script-src 'self';")) ? ["script-src 'none'"] : []),
    ]
      .filter((part) => !policy.includes(part))
      .map((part) => `no ${part} in ${policy}`),
    ...wanted('content-security-policy', (value) => !/unsafe-|\*/.test(value)),
    ...wanted('x-content-type-options', (value) => value === 'nosniff'),
    // Stricter where the address itself is a secret; `no-referrer` would make browsers send forms without an origin.
    ...wanted('referrer-policy', (value) => value === 'same-origin' || value === 'strict-origin'),
    ...wanted('cross-origin-opener-policy', (value) => value === 'same-origin'),
    ...wanted('cross-origin-resource-policy', (value) => value === 'same-origin'),
    ...wanted('permissions-policy', (value) => value.includes('camera=()')),
    ...wanted('cache-control', (value) => value === 'no-store'),
    ...wanted('x-request-id', (value) => /^[\w-]{12}$/.test(value)),
    ...['server', 'x-powered-by', 'x-remix-error', 'x-lunas-end-session']
      .filter((name) => headers.has(name))
      .map((name) => `${name} is told`),
  ]
}
