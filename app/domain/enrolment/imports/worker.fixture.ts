import { runImport } from '#jobs/handlers/enrolment.ts'
import { runWorker } from '#tests/support/jobs/run-worker.ts'

/** A worker that writes the rows of files. */
runWorker({ 'import.run': runImport })
