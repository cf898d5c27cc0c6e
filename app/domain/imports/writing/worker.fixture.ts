import { environment } from '#app/environment.ts'
import { runImport } from '#jobs/handlers/import-work.ts'
import { startWorker } from '#jobs/start-worker.ts'

/** A worker that writes the rows of files. */
if (process.send) {
  const worker = startWorker(environment, { handlers: { 'import.run': runImport }, schedules: {} })
  process.once('SIGTERM', () => void worker.stop().then(() => process.exit(0)))
}
