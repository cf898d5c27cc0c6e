import { setTimeout as sleep } from 'node:timers/promises'

export interface Repeating {
  /** The next round begins at once, or after the one that is at work. */
  ring(): void
  /** Aborted when it is to stop. */
  signal: AbortSignal
  /** Resolves when the last round is over. */
  stop(): Promise<void>
}

/** Works at once and then every `ms` after the last round, without a rest when `work` says that there is more. */
export function repeat(ms: number, work: () => Promise<boolean>): Repeating {
  const stopping = new AbortController()
  let bell = new AbortController()

  async function go() {
    while (!stopping.signal.aborted) {
      bell = new AbortController()
      if (await work()) continue
      const woken = AbortSignal.any([bell.signal, stopping.signal])
      await sleep(ms, undefined, { signal: woken }).catch(() => {})
    }
  }

  const going = go()
  return {
    ring: () => bell.abort(),
    signal: stopping.signal,
    async stop() {
      stopping.abort()
      await going
    },
  }
}
