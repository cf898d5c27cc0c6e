import { environment } from '#app/environment.ts'
import { matchStatement } from '#jobs/handlers/bank-statement-work.ts'
import { startWorker } from '#jobs/start-worker.ts'

/** A worker that matches statements. */
if (process.send) {
  const worker = startWorker(environment, {
    handlers: { 'bank_statement.match': matchStatement },
    schedules: {},
  })
  process.once('SIGTERM', () => void worker.stop().then(() => process.exit(0)))
}
