import { runGeneration } from '#jobs/handlers/generations.ts'
import { runWorker } from '#tests/support/jobs/run-worker.ts'

/** A worker that bills months and lets mails wait. */
runWorker({ 'generation.run': runGeneration })
