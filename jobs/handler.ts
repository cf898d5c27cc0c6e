import type { Kysely, Transaction } from 'kysely'
import type { Logger } from 'pino'
import { environmentKeyring, type Keys } from '#app/domain/core/secrets.ts'
import type { Environment } from '#app/environment.ts'
import type { Files } from '#app/integrations/files/file-store.ts'
import type { JobName, Payload, PlatformJobName, TenantJobName } from '#app/outbox/catalogue.ts'
import type { DB } from '#db/types.ts'
import type { Mailer } from '#jobs/mail/mailer.ts'
import type { Pdf } from '#jobs/pdf/pdf.ts'

export interface JobEntity {
  id: string
  name: string
  subdomain: string
  schema_name: string
  role_name: string
  schema_version: number
}

export interface JobTools {
  /**
   * This run of the job; the id is the same in each run. `interrupted`: an earlier run was cut off in the middle of its work;
   * `nearlyExhausted`: that has happened so often that the queue soon gives up on the job.
   */
  job: {
    id: string
    name: JobName
    attempt: number
    attempts: number
    interrupted: boolean
    nearlyExhausted?: boolean
  }
  /** One read-write transaction in the schema of the job; it must be short. */
  withTenant<R>(work: (trx: Transaction<DB>) => Promise<R>): Promise<R>
  /** One read-write transaction in the platform's schema. */
  withPlatform<R>(work: (trx: Transaction<DB>) => Promise<R>): Promise<R>
  /**
   * One read-only transaction in the schema of the job, on a connection for reports: it may take long. Refuses (Postponed)
   * while all of these connections are taken.
   */
  report<R>(work: (db: Kysely<DB>) => Promise<R>): Promise<R>
  /** The time by the clock of the database, which all processes share: that of a worker may be wrong. */
  now(): Promise<Date>
  files: Files
  pdf: Pdf
  mailer: Mailer
  environment: Environment
  log: Logger
  /** Aborted when the worker stops and cannot wait any longer. */
  signal: AbortSignal
}

export interface TenantTools extends JobTools {
  entity: JobEntity
}

/**
 * Does one job. It may run more than once, completely or in part, so it first checks whether anything is left to do. An error
 * means "retry"; one with `permanent: true` means "give up", a Postponed "not now".
 */
export type Handler<N extends JobName> = (
  payload: Payload<N>,
  tools: N extends TenantJobName ? TenantTools : JobTools,
) => Promise<void>

export type Handlers = { [N in TenantJobName]: Handler<N> } & { [N in PlatformJobName]: Handler<N> }

/** By which a job opens and seals what its organisation keeps. */
export const keysOf = ({ environment, entity }: Pick<TenantTools, 'environment' | 'entity'>): Keys => ({
  ring: environmentKeyring(environment),
  place: entity.schema_name,
})
