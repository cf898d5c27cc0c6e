import { setTimeout as sleep } from 'node:timers/promises'
import type { Environment } from '#app/environment.ts'
import { type EmbeddedPostgres, startEmbedded } from '#db/embedded.ts'
import { clusterOf } from './prepare.ts'
import { complain, StartError, sentenceOf } from './sentence.ts'

const mostRestarts = 5
const calmMs = 60_000
/** Between two tries, when one has failed. */
const pauseMs = 1_000

interface Ways {
  startAgain?: typeof startEmbedded
  pauseMs?: number
}

/**
 * Starts the Postgres inside the product again when it ends unasked, on its old port, so that the other processes find
 * it where it was. One that ends while it recovers, or cannot start, is tried again as well. Gives up, through `fail`, when
 * that does not help.
 */
export async function keepDatabase(
  started: { embedded: EmbeddedPostgres },
  environment: Environment,
  signal: AbortSignal,
  fail: (reason: Error) => void,
  { startAgain = startEmbedded, pauseMs: pause = pauseMs }: Ways = {},
): Promise<void> {
  const folder = clusterOf(environment)
  let restarts: number[] = []
  let failed: Error | undefined
  for (;;) {
    if (failed) await sleep(pause, undefined, { signal }).catch(() => {})
    else await started.embedded.ended()
    if (signal.aborted) return
    const now = performance.now()
    restarts = [...restarts.filter((at) => now - at < calmMs), now]
    if (restarts.length > mostRestarts) {
      fail(failed ?? new StartError(`The database keeps ending; ${folder}.log says why.`))
      return
    }
    complain(
      failed
        ? `${sentenceOf(failed)}\nThe database is started again.`
        : 'The database ended unexpectedly and is started again.',
    )
    try {
      started.embedded = await startAgain({ folder, port: started.embedded.port })
      failed = undefined
      if (signal.aborted) return started.embedded.stop()
    } catch (error) {
      failed = error as Error
    }
  }
}
