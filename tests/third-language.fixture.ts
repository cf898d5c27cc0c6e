import type { AddressInfo } from 'node:net'
import { environment } from '#app/environment.ts'
import { built } from '#app/start/building/built.ts'
import { handlers } from '#jobs/handlers.ts'
import { startWorker } from '#jobs/start-worker.ts'

/** The web process and the worker in one, on any free port, which it tells. */
const { client, server: product } = built()
const { startServer } = await product()
const { server, stop } = await startServer({ ...environment, port: 0 }, client)
const worker = startWorker(environment, { handlers })
process.stdout.write(`port ${(server.address() as AddressInfo).port}\n`)
process.once('SIGTERM', () => void Promise.all([stop(), worker.stop()]).then(() => process.exit(0)))
