import type { Logger } from 'pino'
import { reasonOf } from './redis.ts'

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
