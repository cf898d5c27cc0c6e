import { flushCompileCache } from 'node:module'
import { environment } from '#app/environment.ts'
import type { Handlers } from '#jobs/handler.ts'
import { startWorker } from '#jobs/start-worker.ts'

/** In a process of its own (`startWorkerProcess`): a worker with these handlers, until it is told to stop. */
export function runWorker(handlers: Partial<Handlers>): void {
  if (!process.send) return
  const worker = startWorker(environment, { handlers, schedules: {} })
  process.once('SIGTERM', () => void worker.stop().then(() => process.exit(0)))
  // at its end it would be too late: most are killed
  flushCompileCache()
}
