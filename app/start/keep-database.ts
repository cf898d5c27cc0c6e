import type { Environment } from '#app/environment.ts'
import { type EmbeddedPostgres, startEmbedded } from '#db/embedded.ts'
import { clusterOf } from './prepare.ts'
import { complain, StartError } from './sentence.ts'

const mostRestarts = 5
const calmMs = 60_000

/**
 * Starts the Postgres inside the product again when it ends unasked, on its old port, so that the other processes find
 * it where it was. Gives up, through `fail`, when that does not help.
 */
export async function keepDatabase(
  started: { embedded: EmbeddedPostgres },
  environment: Environment,
  signal: AbortSignal,
  fail: (reason: Error) => void,
): Promise<void> {
  const folder = clusterOf(environment)
  let restarts: number[] = []
  for (;;) {
    await started.embedded.ended()
    if (signal.aborted) return
    const now = performance.now()
    restarts = [...restarts.filter((at) => now - at < calmMs), now]
    if (restarts.length > mostRestarts) {
      fail(new StartError(`The database keeps ending; ${folder}.log says why.`))
      return
    }
    complain('The database ended unexpectedly and is started again.')
    try {
      started.embedded = await startEmbedded({ folder, port: started.embedded.port })
      if (signal.aborted) return started.embedded.stop()
    } catch (error) {
      fail(error as Error)
      return
    }
  }
}
