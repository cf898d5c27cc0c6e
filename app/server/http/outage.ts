import { setTimeout as wait } from 'node:timers/promises'
import { currentTime } from '#app/domain/clock.server.ts'
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
 * Only for what comes before a loader or action: it has changed nothing, so it may run twice. Who waited for others
 * already is not made to wait again: that would only hold more requests.
 */
export async function retryingOutage<R>(work: () => Promise<R>): Promise<R> {
  const until = currentTime().getTime() + patience
  for (let pause = 50; ; pause = Math.min(pause * 2, 400)) {
    try {
      return await work()
    } catch (error) {
      if (!isOutage(error) || isBusy(error) || currentTime().getTime() + pause > until) throw error
      await wait(pause)
    }
  }
}
