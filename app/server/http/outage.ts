import { setTimeout as wait } from 'node:timers/promises'
import { currentTime } from '#app/domain/core/clock.ts'
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

/** Away or too busy: in both cases nothing was done, and the same request may be answered soon. */
export function isOutage(error: unknown): boolean {
  const { code, message } = (error ?? {}) as { code?: string; message?: string }
  return isBusy(error) || codes.has(code ?? '') || sentences.test(message ?? '')
}

/** Milliseconds for which a restart of the database is waited out. */
const patience = 3_000

/**
 * What does work again while the database is away. Only for what comes before a loader or action: it has changed nothing,
 * so it may run twice. Who waited for others already is not made to wait again, which would only hold more requests,
 * unless they wait because the database has just come back and everybody needs a connection anew.
 */
export function outageRetrier(): <R>(work: () => Promise<R>) => Promise<R> {
  let lastAway = Number.NEGATIVE_INFINITY
  return async (work) => {
    const until = currentTime().getTime() + patience
    for (let pause = 50; ; pause = Math.min(pause * 2, 400)) {
      try {
        return await work()
      } catch (error) {
        const now = currentTime().getTime()
        if (!isOutage(error) || now + pause > until) throw error
        if (!isBusy(error)) lastAway = now
        else if (now - lastAway > patience) throw error
        await wait(pause)
      }
    }
  }
}
