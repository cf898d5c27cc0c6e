import { join } from 'node:path'
import { environment } from '#app/environment.ts'
import { startServer } from '#app/server.ts'
import { endWhenTold } from './end-when-told.ts'

/** The web process, as it is built: what browsers get besides pages lies beside it. */
const { stop } = await startServer(environment, join(import.meta.dirname, '../client'))
endWhenTold(stop)
