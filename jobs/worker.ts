import { environment } from '#app/environment.ts'
import { endWhenTold } from '#app/start/process/end-when-told.ts'
import { handlers } from './handlers.ts'
import { startWorker } from './start-worker.ts'

/** The process that does the jobs of the queue. */
const { stop } = startWorker(environment, { handlers })
endWhenTold(stop)
