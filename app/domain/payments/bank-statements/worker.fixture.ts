import { matchStatement } from '#jobs/handlers/bank-statements.ts'
import { runWorker } from '#tests/support/jobs/run-worker.ts'

/** A worker that matches statements. */
runWorker({ 'bank_statement.match': matchStatement })
