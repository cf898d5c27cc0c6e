import { DelayedError, type Job, UnrecoverableError } from 'bullmq'
import type { Kysely } from 'kysely'
import type pg from 'pg'
import type { Logger } from 'pino'
import type { Environment } from '#app/environment.ts'
import { filesOf } from '#app/integrations/files/files.ts'
import { catalogue, isJobName, type JobName } from '#app/outbox/catalogue.ts'
import { type GivenUp, inOneLine, keepFailed } from '#app/outbox/failed-jobs.ts'
import { platformRef, type TenantRef } from '#db/pool.ts'
import type { DB } from '#db/types.ts'
import { readWithTenant, withPlatform, withTenant } from '#db/with-tenant.ts'
import type { Handler, Handlers, JobEntity, JobTools, TenantTools } from '#jobs/handler.ts'
import { isPermanent } from '#jobs/last-try.ts'
import type { Mailer } from '#jobs/mail/mailer.ts'
import type { Pdf } from '#jobs/pdf/pdf.ts'
import { withoutTimeLimits } from '#jobs/without-time-limits.ts'
import { begin, letGo } from './held.ts'
import { Postponed } from './postponed.ts'
import { type JobData, mostCuts, type Process } from './queue.ts'

export interface WorkerDeps {
  pool: pg.Pool
  /** Connections for what reads much, so that it never takes those of the other jobs. */
  reportPool: pg.Pool
  handlers: Partial<Handlers>
  pdf: Pdf
  mailer: Mailer
  environment: Environment
  /** Whether the queue may lose its jobs, so that the outbox keeps theirs until they are done. */
  forgetful: boolean
  log: Logger
}

/** Then a job that is postponed again and again is given up like any other that fails. */
const longestPostponement = 24 * 3_600_000

/**
 * Checks the payload, enters the place of its organisation, calls its handler. When there is no sense in another try,
 * the job is kept in platform.failed_job, where the operator finds it.
 */
export function makeProcess(deps: WorkerDeps): Process {
  const report = reportsOn(deps.reportPool)
  return async (job, token, signal) => {
    const log = deps.log.child({
      job_id: job.id,
      job: job.name,
      entity_id: job.data.entity_id ?? undefined,
    })
    const started = performance.now()
    const attempt = job.attemptsMade + 1
    const held = deps.forgetful && !isScheduled(job)
    try {
      if (held && !(await begin(deps.pool, job.id!))) {
        log.info('the job was done before the queue forgot it')
        return
      }
      await runJob(deps, report, job, log, signal)
      if (held) await done(deps, job, log)
      log.info({ attempt, ms: Math.round(performance.now() - started) }, 'job done')
    } catch (error) {
      if (error instanceof Postponed && Date.now() - job.timestamp < longestPostponement) {
        log.debug({ why: error.message, ms: error.ms }, 'job postponed')
        await later(job, token, error.ms)
      }
      const final = isPermanent(error) || attempt >= (job.opts.attempts ?? 1)
      log.warn(
        { attempt, final, err: plain(error) },
        final ? 'job given up' : 'job failed, it runs again later',
      )
      if (!final) throw error
      if (!isScheduled(job))
        await giveUp(deps.pool, givenUp(job, attempt, error)).catch((reason) => {
          log.error({ err: reason }, 'the failed job could not be kept')
          return later(job, token, 10_000)
        })
      throw new UnrecoverableError(inOneLine(error))
    }
  }
}

/** A job that never got to its handler, because its workers died again and again, is kept as well. */
export async function keepStalled(
  deps: WorkerDeps,
  job: Job<JobData> | undefined,
  error: Error,
): Promise<void> {
  if (!job || isScheduled(job) || !error.message.includes('stalled more than')) return
  await giveUp(deps.pool, givenUp(job, job.attemptsStarted, error)).catch((reason) =>
    deps.log.error({ err: reason, job_id: job.id, job: job.name }, 'the failed job could not be kept'),
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
  if (!isJobName(name)) throw new Unknown(`no job is called ${name}`)
  const kind = catalogue[name]
  const payload = kind.payload.safeParse(data.payload)
  if (!payload.success)
    throw new Unknown(`the payload does not fit: ${payload.error.issues[0]?.path.join('.')}`)
  const handler = deps.handlers[name] as Handler<JobName> | undefined
  if (!handler) throw new Unknown(`nobody handles ${name}`)
  if (kind.of === 'platform') {
    await handler(payload.data, toolsAt(deps, report, platformRef, job, log, signal) as TenantTools)
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
  await handler(payload.data, { ...toolsAt(deps, report, place, job, log, signal), entity })
}

function toolsAt(
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
      cutOff: job.stalledCounter > 0 || job.data.given_back === true,
      wornOut: job.stalledCounter > mostCuts - 3,
    },
    withTenant: (work) => withTenant(pool, place, work),
    withPlatform: (work) => withPlatform(pool, work),
    report: (work) => report(place, work),
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
 * Reads on the connections of reports, without the limits of time that a request has; refuses (Postponed) while all are
 * taken, since a job that waited for one would take the worker from those that send mail and ask banks.
 */
export function reportsOn(pool: pg.Pool): Report {
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

/** The job itself makes no sense, today and tomorrow. */
class Unknown extends Error {
  override name = 'UnknownJob'
  readonly permanent = true
}

async function later(job: Job<JobData>, token: string, ms: number): Promise<never> {
  await job.moveToDelayed(Date.now() + Math.round(ms * (1 + Math.random() / 2)), token)
  throw new DelayedError()
}

/** A job of a schedule comes again by itself; keeping each one that failed would only hide the others. */
function isScheduled(job: Job<JobData>): boolean {
  return job.repeatJobKey !== undefined
}

function giveUp(pool: pg.Pool, job: GivenUp): Promise<void> {
  return withPlatform(pool, async (trx) => {
    await keepFailed(trx, job)
    await letGo(trx, [job.id])
  })
}

/** What cannot be noted now is found in the queue as done. */
async function done({ pool }: WorkerDeps, job: Job<JobData>, log: Logger): Promise<void> {
  await withPlatform(pool, (trx) => letGo(trx, [job.id!])).catch((reason) =>
    log.warn({ err: plain(reason) }, 'that the job is done could not be noted yet'),
  )
}

function givenUp(job: Job<JobData>, attempts: number, error: unknown) {
  const { entity_id, payload } = job.data
  return { id: job.id!, name: job.name, entity_id, payload, attempts, error }
}

/** What of an error may stand in a log: a database's details repeat the values of the row. */
function plain(error: unknown) {
  const { code, constraint } = (error ?? {}) as { code?: string; constraint?: string }
  const stack = error instanceof Error ? error.stack : undefined
  return { message: inOneLine(error), code, constraint, stack }
}
