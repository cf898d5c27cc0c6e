import { type Job, type JobsOptions, Queue, Worker, type WorkerOptions } from 'bullmq'
import type { Logger } from 'pino'
import { catalogue, isUrgent, type JobName } from '#app/outbox/catalogue.ts'
import { rolesOf } from '#db/provisioning/role-names.ts'
import { queueSchema } from './migrate-queue.ts'
import { createPatientPostgresBackend } from './patient-postgres.ts'
import { type RedisLines, reasonOf } from './redis.ts'

/** Organisation and payload of the outbox row; its name and id are the job's. */
export interface JobData {
  entity_id: string | null
  payload: unknown
  /** Set when a worker that had to stop gave the job back unfinished. */
  given_back?: true
}

export interface QueueSettings {
  /** The application's own login; jobs wait in Postgres unless `redis` is given. */
  appUrl: string
  redis?: RedisLines | undefined
  /** Tests have queues of their own. */
  name?: string
  log: Logger
}

const defaultName = 'lunas'

export type JobQueue = Queue<JobData, void, string>
type JobWorker = Worker<JobData, void, string>
export type Process = (job: Job<JobData, void, string>, token: string, signal: AbortSignal) => Promise<void>

/** How often a job may be interrupted by the death of its worker. */
export const maxStalls = 10

/**
 * A worker renews its locks every two seconds. The locks of a dead worker expire after four, and its jobs are taken over at the
 * second check, so they run again within six to eight seconds, not after a minute.
 */
export const lockTimes = { lockDuration: 4_000, stalledInterval: 2_000 } satisfies Partial<WorkerOptions>
const timing = {
  ...lockTimes,
  runRetryDelay: 1_000,
  drainDelay: 5,
  // A killed process interrupts all of its jobs, most of which did not cause that.
  maxStalledCount: maxStalls,
} satisfies Partial<WorkerOptions>

export function openQueue(settings: QueueSettings): JobQueue {
  const { name = defaultName, redis } = settings
  const queue = redis
    ? // what is put in while Redis is away is refused at once, also before it has ever been there
      new Queue(name, { connection: redis.producer(), skipVersionCheck: true, skipWaitingForReady: true })
    : new Queue(name, { connection: postgres(settings, 2) }, createPatientPostgresBackend)
  queue.on('error', logError(settings))
  return queue as JobQueue
}

export function openWorker(settings: QueueSettings, process: Process, concurrency: number): JobWorker {
  const { name = defaultName, redis, log } = settings
  const options = { ...timing, concurrency }
  // BullMQ makes a signal only for a processor that declares its third argument.
  const processor = (job: Job<JobData, void, string>, token?: string, signal?: AbortSignal) =>
    process(job, token!, signal!)
  const worker = redis
    ? new Worker(name, processor, { ...options, connection: redis.consumer() })
    : new Worker(
        name,
        processor,
        { ...options, connection: postgres(settings, 4) },
        createPatientPostgresBackend,
      )
  worker.on('error', logError(settings))
  worker.on('stalled', (id: string) =>
    log.warn({ job_id: id }, 'a job was left by a worker that died; it runs again'),
  )
  return worker as JobWorker
}

/** Finished ones stay for a day: by them the queue knows a job that the relay hands over a second time. */
export function jobOptions(name: JobName, id?: string): JobsOptions {
  const { attempts, first } = catalogue[name]
  return {
    ...(id === undefined ? {} : { jobId: id }),
    attempts,
    backoff: { type: 'exponential', delay: first, jitter: 0.5 },
    removeOnComplete: { age: 86_400 },
    removeOnFail: { age: 7 * 86_400 },
    stackTraceLimit: 1,
    ...(isUrgent(name) && { lifo: true }),
  }
}

/** Connections of the queue's own role, which sees the queue and nothing else. */
function postgres({ appUrl }: QueueSettings, max: number) {
  return {
    connectionString: appUrl,
    schema: queueSchema,
    options: `-c role=${rolesOf(decodeURIComponent(new URL(appUrl).username)).queue}`,
    application_name: 'lunas queue',
    connectionTimeoutMillis: 5_000,
    max,
  }
}

/** Milliseconds in which an error of the queue in Postgres is one line: while it is out of reach, each look at it fails. */
const quietMs = 10_000

/** An outage of Redis is logged elsewhere. */
export function logError(
  { redis, log }: Pick<QueueSettings, 'redis' | 'log'>,
  now = () => performance.now(),
) {
  let last = Number.NEGATIVE_INFINITY
  return (error: Error) => {
    if (redis) {
      if (!redis.lostSince()) log.warn({ why: reasonOf(error) }, 'queue')
    } else if (now() - last >= quietMs) {
      last = now()
      log.warn({ err: error }, 'queue connection')
    }
  }
}
