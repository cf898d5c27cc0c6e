/**
 * Ends a process that serves when it is told to, by a signal, after `stop` has let running work finish. A service manager
 * tells every process of a service, and bootstrap.mjs passes on what it was told: what comes later is the same wish.
 */
export function endWhenTold(stop: () => Promise<void>): void {
  let ending = false
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (ending) return
      ending = true
      void stop().then(() => process.exit(0))
    })
  }
}
