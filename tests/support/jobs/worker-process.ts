import { type ChildProcess, spawn } from 'node:child_process'
import { onTestFinished } from 'vitest'
import { newId } from '#db/id.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { compiledHere, gathered } from './gathered.ts'

export interface WorkerProcess {
  child: ChildProcess
  lines: string[]
  ended: Promise<number | null>
}

interface Settings {
  redisUrl?: string | undefined
  dataDir: string
  /** Where its mail goes. */
  smtpPort: number
  env?: Record<string, string>
  /** What it does; unless told, what needs nothing of the domain. */
  fixture?: string
}

/** The id of an invoice whose last digits tell the worker's `invoice.send` how long it takes. */
export const taking = (ms: number) => `${newId().slice(0, -6)}${String(ms).padStart(6, '0')}`

/** A worker as a process of its own, with the handlers of its fixture; it is killed with the test. */
export async function startWorkerProcess({
  redisUrl,
  dataDir,
  smtpPort,
  env,
  fixture = 'jobs/worker.fixture.ts',
}: Settings): Promise<WorkerProcess> {
  const { appUrl } = await testDatabase()
  const child = spawn(
    process.execPath,
    ['--import', './app/start/end-with-parent.ts', await gathered(fixture)],
    {
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      env: {
        APP_ENV: 'test',
        NODE_ENV: 'production',
        NODE_COMPILE_CACHE: compiledHere,
        TZ: 'UTC',
        APP_DATABASE_URL: appUrl,
        DATA_DIR: dataDir,
        SMTP_URL: `smtp://127.0.0.1:${smtpPort}`,
        LOG_LEVEL: 'info',
        ...(redisUrl && { REDIS_URL: redisUrl }),
        ...env,
      },
    },
  )
  const lines: string[] = []
  for (const stream of [child.stdout!, child.stderr!]) {
    let rest = ''
    stream.setEncoding('utf8').on('data', (text: string) => {
      const parts = (rest + text).split('\n')
      rest = parts.pop()!
      lines.push(...parts)
    })
  }
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await ended
  })
  return { child, lines, ended }
}

/** The lines of its log that hold these words. */
export const said = ({ lines }: WorkerProcess, text: string) => lines.filter((line) => line.includes(text))
