/**
 * However it is written: the router minds neither the case of letters, nor escapes, nor doubled slashes, and a spelling
 * that it takes for a call must never be taken for a page here.
 */
export function isApiPath(pathname: string): boolean {
  return /^\/+api(\/|$)/i.test(decoded(pathname))
}

function decoded(pathname: string): string {
  try {
    return decodeURIComponent(pathname)
  } catch {
    return pathname
  }
}
