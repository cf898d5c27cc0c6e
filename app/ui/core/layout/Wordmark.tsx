/**
 * Lunas, ruled off: a settled account in a ledger is closed with a double line. Drawn as lines, so that it is the same on
 * every machine; a file of its own, which a browser keeps, since it would be a tenth of a short form.
 */
export function Wordmark() {
  return <img src="/wordmark.svg" alt="Lunas" width="56" height="22" loading="lazy" decoding="async" />
}
