/**
 * The database is there and did nothing, because others were in the way for too long: a lock that somebody held
 * (55P03), a deadlock (40P01), the time of a statement (57014) or of a transaction (25P03, 25P04), or every connection
 * of one's share. https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const codes = new Set(['55P03', '57014', '40P01', '25P03', '25P04', 'CONNECTIONS_TAKEN'])

/** The same work may go through in a moment. */
export function isBusy(error: unknown): boolean {
  const { code, message } = (error ?? {}) as { code?: string; message?: string }
  return codes.has(code ?? '') || /timeout exceeded when trying to connect/.test(message ?? '')
}
