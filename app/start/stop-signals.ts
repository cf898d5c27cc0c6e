/** Tells when to stop: once for "please", once more for "now". */
export interface StopSignals {
  /** Aborted at the first Ctrl-C, SIGTERM or SIGHUP, or when the process that started this one is gone. */
  signal: AbortSignal
  /** Sets what a second Ctrl-C does; the process ends after it. */
  onForce(work: () => void): void
}

/**
 * npm, its shell and the terminal each pass a Ctrl-C on, so one press may arrive several times: what comes within a
 * second of the first is still the first.
 */
export function listenForStop(samePressMs = 1_000): StopSignals {
  const controller = new AbortController()
  let first: number | undefined
  let force = () => {}
  const ask = () => {
    if (first === undefined) {
      first = performance.now()
      controller.abort()
    } else if (performance.now() - first > samePressMs) {
      force()
      process.exit(130)
    }
  }
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, ask)
  if (process.connected) {
    process.channel?.unref()
    process.once('disconnect', () => controller.abort())
  }
  return {
    signal: controller.signal,
    onForce(work) {
      force = work
    },
  }
}
