import { expect } from 'vitest'
import { soaking } from './soak.ts'

/**
 * Starts to count. How much time may have gone by is a promise of a machine without other work: `npm run soak` looks at
 * it. What a test proves in `npm test`, it proves by what happened, in which order, and never by the clock.
 */
export function stopwatch(): { within(ms: number): void } {
  const started = performance.now()
  return {
    within(ms) {
      if (soaking) expect(performance.now() - started).toBeLessThan(ms)
    },
  }
}
