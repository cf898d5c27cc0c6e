import pino, { type Logger } from 'pino'
import { appDatabaseUrl, type Environment } from '#app/environment.ts'
import { createPool, type PoolOptions } from '#db/pool.ts'
import { waitAtMost } from '#jobs/queue/running.ts'
import { type Schedules, schedules } from '#jobs/queue/schedules.ts'
import { createMailer } from './mail/mailer.ts'
import { createPdf } from './pdf/pdf.ts'
import { postponedWhenBusy } from './postpone-when-busy.ts'
import { startProbes } from './probes.ts'
import { openQueue, openWorker, type QueueSettings } from './queue/queue.ts'
import { redisLines } from './queue/redis.ts'
import { startRelay } from './queue/relay.ts'
import { makeProcess, storeStalledJob, type WorkerDeps } from './queue/run-job.ts'
import { runningJobs } from './queue/running.ts'
import { startUpkeep, type UpkeepOptions } from './queue/upkeep.ts'

/** Jobs that a worker runs at the same time. */
export const jobsAtOnce = 8

export interface WorkerOptions {
  handlers: WorkerDeps['handlers']
  schedules?: Schedules
  /** Default: the database of the application. */
  queueUrl?: string
  queueName?: string
  concurrency?: number
  upkeep?: Pick<UpkeepOptions, 'everyMs' | 'unseenMs'>
  /** Milliseconds that running jobs may take to finish when the worker is stopped. */
  finishMs?: number
  mail?: Parameters<typeof createMailer>[0]
  log?: Logger
}

interface RunningWorker {
  /** Lets running jobs finish, and gives back at once those that do not. */
  stop(): Promise<void>
}

export function startWorker(settings: Environment, options: WorkerOptions): RunningWorker {
  const log = options.log ?? pino({ level: settings.logLevel, base: { process: 'worker' } })
  const url = appDatabaseUrl(settings)
  const watch: PoolOptions = {
    onUnclean: (detail) => log.error(detail, 'unclean connection destroyed'),
    onError: (error) => log.warn({ err: error }, 'idle connection lost'),
  }
  const pool = createPool(url, { max: settings.webConnections, waitMs: 10_000, ...watch })
  // A report that gets no connection soon is postponed, so that another job can run.
  const reportPool = createPool(url, { max: settings.reportConnections, waitMs: 1_000, ...watch })
  const redis = settings.redisUrl ? redisLines(settings.redisUrl, log) : undefined
  const queueSettings: QueueSettings = {
    appUrl: options.queueUrl ?? url,
    redis,
    log,
    ...(options.queueName && { name: options.queueName }),
  }
  const queue = openQueue(queueSettings)
  const pdf = createPdf({ log, ...(settings.chromiumPath && { chromiumPath: settings.chromiumPath }) })
  const mailer = createMailer(options.mail)
  const deps: WorkerDeps = {
    pool,
    reportPool,
    handlers: postponedWhenBusy(options.handlers),
    pdf,
    mailer,
    environment: settings,
    volatileQueue: redis !== undefined,
    log,
  }

  const running = runningJobs(makeProcess(deps))
  const worker = openWorker(queueSettings, running.process, options.concurrency ?? jobsAtOnce)
  worker.on('failed', (job, error) => void storeStalledJob(deps, job, error))
  const relay = startRelay({ pool, listenUrl: url, queue, redis, log })
  const upkeep = startUpkeep({
    pool,
    queue,
    redis,
    schedules: options.schedules ?? schedules,
    running: running.ids,
    log,
    ...options.upkeep,
  })
  const { host, workerPort } = settings
  const probes =
    workerPort === undefined
      ? undefined
      : startProbes({ host, port: workerPort, pool, redis, log, secondsOff: upkeep.secondsOff })
  log.info('working')

  return {
    async stop() {
      probes?.stopping()
      await waitAtMost(Promise.all([relay.stop(), upkeep.stop(), worker.pause(true)]), 1_500)
      const left = await running.finish(options.finishMs ?? 6_000)
      if (left > 0) log.info({ jobs: left }, 'running jobs were given back')
      const queueEnds = Promise.allSettled([worker.close(left > 0), queue.close()])
      await Promise.all([redis ? waitAtMost(queueEnds, 1_000) : queueEnds, waitAtMost(pdf.close(), 1_000)])
      redis?.hangUp()
      probes?.close()
      await waitAtMost(Promise.all([pool.end(), reportPool.end()]), 500)
    },
  }
}
