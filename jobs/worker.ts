import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import pino, { type Logger } from 'pino'
import { appDatabaseUrl, type Environment, environment } from '#app/environment.ts'
import { endWhenTold } from '#app/start/process/end-when-told.ts'
import { createPool, type PoolOptions } from '#db/pool.ts'
import { handlers } from './handlers.ts'
import { createMailer } from './mail/mailer.ts'
import { patient } from './patient.ts'
import { createPdf } from './pdf/pdf.ts'
import { openQueue, openWorker, type QueueSettings } from './queue/queue.ts'
import { startRelay } from './queue/relay.ts'
import { keepStalled, makeProcess, type Workshop } from './queue/run-job.ts'
import { runningJobs } from './queue/running.ts'
import { keepSchedules, schedules } from './queue/schedules.ts'

export interface WorkerOptions {
  handlers?: Workshop['handlers']
  schedules?: Parameters<typeof keepSchedules>[1]
  /** When not where the application's tables are. */
  queueUrl?: string
  queueName?: string
  concurrency?: number
  /** Milliseconds that running jobs may take to finish when the worker is stopped. */
  finishMs?: number
  mail?: Parameters<typeof createMailer>[0]
  log?: Logger
}

export interface RunningWorker {
  /** Lets running jobs finish, and gives back at once those that do not. */
  stop(): Promise<void>
}

export function startWorker(settings: Environment, options: WorkerOptions = {}): RunningWorker {
  const log = options.log ?? pino({ level: settings.logLevel, base: { process: 'worker' } })
  const url = appDatabaseUrl(settings)
  const watch: PoolOptions = {
    onUnclean: (detail) => log.error(detail, 'unclean connection destroyed'),
    onError: (error) => log.warn({ err: error }, 'idle connection lost'),
  }
  const pool = createPool(url, { max: settings.webConnections, waitMs: 10_000, ...watch })
  // A report that has to wait gives its place in the worker to another job, and comes again.
  const reportPool = createPool(url, { max: settings.reportConnections, waitMs: 1_000, ...watch })
  const queueSettings: QueueSettings = {
    appUrl: options.queueUrl ?? url,
    redisUrl: settings.redisUrl,
    log,
    ...(options.queueName && { name: options.queueName }),
  }
  const queue = openQueue(queueSettings)
  const pdf = createPdf({ log, ...(settings.chromiumPath && { chromiumPath: settings.chromiumPath }) })
  const mailer = createMailer(options.mail)
  const workshop: Workshop = {
    pool,
    reportPool,
    handlers: patient(options.handlers ?? handlers),
    pdf,
    mailer,
    environment: settings,
    log,
  }

  const running = runningJobs(makeProcess(workshop))
  const worker = openWorker(queueSettings, running.process, options.concurrency ?? 8)
  worker.on('failed', (job, error) => void keepStalled(workshop, job, error))
  const relay = startRelay({ pool, listenUrl: url, queue, log })
  const stopping = new AbortController()
  const scheduled = untilItWorks(
    () => keepSchedules(queue, options.schedules ?? schedules),
    stopping.signal,
    log,
  )
  log.info('working')

  return {
    async stop() {
      stopping.abort()
      await Promise.all([relay.stop(), scheduled, worker.pause(true)])
      const left = await running.finish(options.finishMs ?? 6_000)
      if (left > 0) log.info({ jobs: left }, 'running jobs were given back')
      await Promise.allSettled([worker.close(left > 0), queue.close(), orGiveUp(pdf.close(), 1_000)])
      await orGiveUp(Promise.all([pool.end(), reportPool.end()]), 500)
    },
  }
}

async function untilItWorks(work: () => Promise<void>, signal: AbortSignal, log: Logger): Promise<void> {
  while (!signal.aborted) {
    try {
      return await work()
    } catch (error) {
      log.warn({ err: error }, 'the schedules could not be set yet')
      await sleep(2_000, undefined, { signal }).catch(() => {})
    }
  }
}

/** Not everything that is closed answers in time; the process ends all the same. */
async function orGiveUp(closing: Promise<unknown>, ms: number): Promise<void> {
  await Promise.race([closing, sleep(ms, undefined, { ref: false })])
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { stop } = startWorker(environment)
  endWhenTold(stop)
}
