import { environment } from '#app/environment.ts'
import { runGeneration } from '#jobs/handlers/generation-work.ts'
import { startWorker } from '#jobs/start-worker.ts'

/** A worker that bills months and lets mails wait. */
if (process.send) {
  const worker = startWorker(environment, {
    handlers: { 'generation.run': runGeneration },
    schedules: {},
  })
  process.once('SIGTERM', () => void worker.stop().then(() => process.exit(0)))
}
