import { setTimeout as wait } from 'node:timers/promises'
import { elapsedMs } from '#app/domain/core/clock.ts'
import { isBusy } from '#db/sharing/busy.ts'

/** The database is not there now; the query was not wrong. */
const codes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
  '57P01',
  '57P02',
  '57P03',
  '53300',
  '08006',
  '08001',
])
const sentences = /Connection terminated|not queryable|Client was closed/

/** The database is offline or too busy: in both cases nothing was done, and the same request may succeed soon. */
export function isOutage(error: unknown): boolean {
  const { code, message } = (error ?? {}) as { code?: string; message?: string }
  return isBusy(error) || codes.has(code ?? '') || sentences.test(message ?? '')
}

/** Milliseconds for which a request waits for the database to restart. */
const patience = 3_000

/**
 * Repeats work while the database is offline. Only for work before a loader or action, which has changed nothing and so may run
 * twice. A busy database is not waited for again, which would only hold up more requests, unless it has just come back and all
 * requests need new connections.
 */
export function outageRetrier(): <R>(work: () => Promise<R>) => Promise<R> {
  let lastOffline = Number.NEGATIVE_INFINITY
  return async (work) => {
    const until = elapsedMs() + patience
    for (let pause = 50; ; pause = Math.min(pause * 2, 400)) {
      try {
        return await work()
      } catch (error) {
        const now = elapsedMs()
        if (!isOutage(error) || now + pause > until) throw error
        if (!isBusy(error)) lastOffline = now
        else if (now - lastOffline > patience) throw error
        await wait(pause)
      }
    }
  }
}
