import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { onTestFinished } from 'vitest'
import { type Environment, environment } from '#app/environment.ts'
import { newId } from '#db/id.ts'
import type { Handlers } from '#jobs/handler.ts'
import { startWorker, type WorkerOptions } from '#jobs/start-worker.ts'
import { testDatabase } from '#tests/support/database/database.ts'

/** A worker inside the test's own process, with these handlers and a queue of its own; it stops with the test. */
export async function startInProcess(
  handlers: Partial<Handlers>,
  { settings = environment, ...options }: Omit<WorkerOptions, 'handlers'> & { settings?: Environment } = {},
): Promise<void> {
  const { appUrl } = await testDatabase()
  const dataDir = await mkdtemp(join(tmpdir(), 'working-'))
  const worker = startWorker(
    { ...settings, appDatabaseUrl: appUrl, dataDir },
    {
      handlers,
      schedules: {},
      log: pino({ level: 'silent' }),
      finishMs: 500,
      queueName: `test-${newId()}`,
      ...options,
    },
  )
  onTestFinished(async () => {
    await worker.stop()
    await rm(dataDir, { recursive: true })
  })
}
