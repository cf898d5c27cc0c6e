/** Addresses whose last part is a secret: it speaks for a gateway, or lets a reader leave a channel without signing in. */
const secret = /(?<=^\/(?:message\/report\/[^/]+|opt-out)\/)[^/]+/g
/** A public code gives anybody access to its invoice or receipt. */
const code = /(?<=\/)[a-z2-9]{26}(?=\/|$)/g

/** A path as it may stand in the log: of each secret and code only the beginning. */
export function loggedPath(path: string): string {
  const beginning = (whole: string) => `${whole.slice(0, 4)}…`
  return path.replace(secret, beginning).replace(code, beginning)
}
