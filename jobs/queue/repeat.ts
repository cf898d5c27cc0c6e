import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { reasonOf } from './redis.ts'

interface Repeating {
  /** Starts the next round at once, or right after the current one. */
  wake(): void
  /** Aborted when `stop` is called. */
  signal: AbortSignal
  /** Resolves when the last round is over. */
  stop(): Promise<void>
}

/** Runs `work` at once and then every `ms` after its last round, without a pause when it returns that there is more. */
export function repeat(ms: number, work: () => Promise<boolean>): Repeating {
  const stopping = new AbortController()
  let waking = new AbortController()

  async function go() {
    while (!stopping.signal.aborted) {
      waking = new AbortController()
      if (await work()) continue
      const woken = AbortSignal.any([waking.signal, stopping.signal])
      await sleep(ms, undefined, { signal: woken }).catch(() => {})
    }
  }

  const going = go()
  return {
    wake: () => waking.abort(),
    signal: stopping.signal,
    async stop() {
      stopping.abort()
      await going
    },
  }
}

/**
 * For work that is tried again and again: of failures in a row the first is logged. The result is undefined after one.
 */
export function warnOnce(log: Logger, words: string) {
  let failing = false
  return async <R>(work: () => Promise<R>): Promise<R | undefined> => {
    try {
      const result = await work()
      failing = false
      return result
    } catch (error) {
      if (!failing) log.warn({ why: reasonOf(error) }, words)
      failing = true
      return undefined
    }
  }
}
