import { DelayedError, type Job, UnrecoverableError } from 'bullmq'
import type { Kysely } from 'kysely'
import type pg from 'pg'
import type { Logger } from 'pino'
import { databaseTime } from '#app/domain/core/clock.ts'
import type { Environment } from '#app/environment.ts'
import { filesOf } from '#app/integrations/files/files.ts'
import { catalogue, isJobName, type JobName } from '#app/outbox/catalogue.ts'
import { errorLine, type FailedJob, storeFailedJob } from '#app/outbox/failed-jobs.ts'
import { platformRef, type TenantRef } from '#db/pool.ts'
import type { DB } from '#db/types.ts'
import { readWithTenant, withPlatform, withTenant } from '#db/with-tenant.ts'
import type { Handler, Handlers, JobEntity, JobTools, TenantTools } from '#jobs/handler.ts'
import { isPermanent } from '#jobs/last-try.ts'
import type { Mailer } from '#jobs/mail/mailer.ts'
import type { Pdf } from '#jobs/pdf/pdf.ts'
import { withoutTimeLimits } from '#jobs/without-time-limits.ts'
import { Postponed } from './postponed.ts'
import { type JobData, maxStalls, type Process } from './queue.ts'
import { markStarted, removeFromOutbox } from './queued-jobs.ts'
import { isScheduled, scheduleRuns } from './schedules.ts'

export interface WorkerDeps {
  pool: pg.Pool
  /** Connections for reports, so that these never take those of other jobs. */
  reportPool: pg.Pool
  handlers: Partial<Handlers>
  pdf: Pdf
  mailer: Mailer
  environment: Environment
  /** Whether the queue may lose jobs (Redis), so that their outbox rows stay until they are done. */
  volatileQueue: boolean
  log: Logger
}

/** After so many milliseconds a job that is postponed again and again fails like any other. */
const longestPostponement = 24 * 3_600_000

/**
 * Runs a job: checks its payload and calls its handler with tools for the schema of its organisation. A job that fails for good
 * is stored in platform.failed_job, where operators find it.
 */
export function makeProcess(deps: WorkerDeps): Process {
  const report = reportReader(deps.reportPool)
  return async (job, token, signal) => {
    const log = deps.log.child({
      job_id: job.id,
      job: job.name,
      entity_id: job.data.entity_id ?? undefined,
    })
    const started = performance.now()
    const attempt = job.attemptsMade + 1
    const scheduled = isScheduled(job.name)
    const inOutbox = deps.volatileQueue
    try {
      if (inOutbox && !(await markStarted(deps.pool, job.id!))) {
        log.info('the job was done before the queue forgot it')
        return
      }
      if (scheduled) await noteRun(deps, job, log)
      await runJob(deps, report, job, log, signal)
      if (inOutbox) await jobDone(deps, job, log)
      log.info({ attempt, ms: Math.round(performance.now() - started) }, 'job done')
    } catch (error) {
      if (error instanceof Postponed && Date.now() - job.timestamp < longestPostponement) {
        log.debug({ why: error.message, ms: error.ms }, 'job postponed')
        await postpone(job, token, error.ms)
      }
      const final = isPermanent(error) || attempt >= (job.opts.attempts ?? 1)
      log.warn(
        { attempt, final, err: loggable(error) },
        final ? 'job given up' : 'job failed, it runs again later',
      )
      if (!final) throw error
      if (scheduled) {
        if (inOutbox) await jobDone(deps, job, log)
      } else
        await giveUpJob(deps.pool, failedJob(job, attempt, error)).catch((reason) => {
          log.error({ err: reason }, 'the failed job could not be kept')
          return postpone(job, token, 10_000)
        })
      throw new UnrecoverableError(errorLine(error))
    }
  }
}

/** Also stores a job that never finished because its workers died again and again. */
export async function storeStalledJob(
  deps: WorkerDeps,
  job: Job<JobData> | undefined,
  error: Error,
): Promise<void> {
  if (!job || !error.message.includes('stalled more than')) return
  const { name, id } = job
  const giveUp = isScheduled(name)
    ? withPlatform(deps.pool, (trx) => removeFromOutbox(trx, [id!]))
    : giveUpJob(deps.pool, failedJob(job, job.attemptsStarted, error))
  await giveUp.catch((reason) =>
    deps.log.error({ err: reason, job_id: id, job: name }, 'the failed job could not be kept'),
  )
}

async function runJob(
  deps: WorkerDeps,
  report: Report,
  job: Job<JobData>,
  log: Logger,
  signal: AbortSignal,
): Promise<void> {
  const { name, data } = job
  if (!isJobName(name)) throw new InvalidJob(`no job is called ${name}`)
  const kind = catalogue[name]
  const payload = kind.payload.safeParse(data.payload)
  if (!payload.success)
    throw new InvalidJob(`the payload does not fit: ${payload.error.issues[0]?.path.join('.')}`)
  const handler = deps.handlers[name] as Handler<JobName> | undefined
  if (!handler) throw new InvalidJob(`nobody handles ${name}`)
  if (kind.of === 'platform') {
    await handler(payload.data, jobTools(deps, report, platformRef, job, log, signal) as TenantTools)
    return
  }
  const entity = data.entity_id === null ? undefined : await entityOf(deps.pool, data.entity_id)
  if (!entity) {
    log.warn('the organisation of the job is gone; nothing is done')
    return
  }
  const place: TenantRef = {
    schema: entity.schema_name,
    role: entity.role_name,
    version: entity.schema_version,
  }
  await handler(payload.data, { ...jobTools(deps, report, place, job, log, signal), entity })
}

function jobTools(
  deps: WorkerDeps,
  report: Report,
  place: TenantRef,
  job: Job<JobData>,
  log: Logger,
  signal: AbortSignal,
): JobTools {
  const { pool, pdf, mailer, environment } = deps
  return {
    job: {
      id: job.id!,
      name: job.name as JobName,
      attempt: job.attemptsMade + 1,
      attempts: job.opts.attempts ?? 1,
      interrupted: job.stalledCounter > 0 || job.data.given_back === true,
      nearlyExhausted: job.stalledCounter > maxStalls - 3,
    },
    withTenant: (work) => withTenant(pool, place, work),
    withPlatform: (work) => withPlatform(pool, work),
    report: (work) => report(place, work),
    now: () => withPlatform(pool, databaseTime),
    files: filesOf(environment, place.schema),
    pdf,
    mailer,
    environment,
    log,
    signal,
  }
}

type Report = <R>(place: TenantRef, work: (db: Kysely<DB>) => Promise<R>) => Promise<R>

/**
 * Reads on the connections for reports, without the time limits of requests. Refuses (Postponed) while all are taken, because a
 * waiting job would block the worker for jobs that send mail and ask banks.
 */
export function reportReader(pool: pg.Pool): Report {
  let taken = 0
  return async (place, work) => {
    if (taken >= pool.options.max) throw new Postponed(1_000, 'all connections of reports are taken')
    taken += 1
    try {
      return await readWithTenant(pool, place, async (db) => {
        await withoutTimeLimits(db)
        return work(db)
      })
    } finally {
      taken -= 1
    }
  }
}

function entityOf(pool: pg.Pool, id: string): Promise<JobEntity | undefined> {
  return withPlatform(pool, (trx) =>
    trx
      .selectFrom('platform.entity')
      .select(['id', 'name', 'subdomain', 'schema_name', 'role_name', 'schema_version'])
      .where('id', '=', id)
      .executeTakeFirst(),
  )
}

/** The job itself is invalid, so no retry can succeed. */
class InvalidJob extends Error {
  override name = 'UnknownJob'
  readonly permanent = true
}

async function postpone(job: Job<JobData>, token: string, ms: number): Promise<never> {
  await job.moveToDelayed(Date.now() + Math.round(ms * (1 + Math.random() / 2)), token)
  throw new DelayedError()
}

/** That the schedule runs, for operators; a failure to say so stops no run. */
async function noteRun({ pool }: WorkerDeps, job: Job<JobData>, log: Logger): Promise<void> {
  await withPlatform(pool, (trx) => scheduleRuns(trx, job.name)).catch((reason) =>
    log.warn({ err: loggable(reason) }, 'that the schedule runs could not be noted'),
  )
}

function giveUpJob(pool: pg.Pool, job: FailedJob): Promise<void> {
  return withPlatform(pool, async (trx) => {
    await storeFailedJob(trx, job)
    await removeFromOutbox(trx, [job.id])
  })
}

/** Removes the outbox row of a job that is done; if that fails now, `requeueLost` finds the job finished in the queue. */
async function jobDone({ pool }: WorkerDeps, job: Job<JobData>, log: Logger): Promise<void> {
  await withPlatform(pool, (trx) => removeFromOutbox(trx, [job.id!])).catch((reason) =>
    log.warn({ err: loggable(reason) }, 'that the job is done could not be noted yet'),
  )
}

function failedJob(job: Job<JobData>, attempts: number, error: unknown) {
  const { entity_id, payload } = job.data
  return { id: job.id!, name: job.name, entity_id, payload, attempts, error }
}

/** The part of an error that may be logged: the details of a database error repeat the values of the row. */
function loggable(error: unknown) {
  const { code, constraint } = (error ?? {}) as { code?: string; constraint?: string }
  const stack = error instanceof Error ? error.stack : undefined
  return { message: errorLine(error), code, constraint, stack }
}
