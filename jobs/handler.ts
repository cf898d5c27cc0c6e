import type { Kysely, Transaction } from 'kysely'
import type { Logger } from 'pino'
import type { Environment } from '#app/environment.ts'
import type { Files } from '#app/integrations/files/file-store.ts'
import type { JobName, Payload, PlatformJobName, TenantJobName } from '#app/outbox/catalogue.ts'
import type { DB } from '#db/types.ts'
import type { Mailer } from './mail/mailer.ts'
import type { Pdf } from './pdf/pdf.ts'

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
   * This run of the job; the id is the same in each run. `cutOff`: an earlier run ended in the middle of its work; `wornOut`:
   * that has happened so often that the queue soon gives up on the job.
   */
  job: { id: string; name: JobName; attempt: number; attempts: number; cutOff: boolean; wornOut?: boolean }
  /** One read-write transaction at the job's place; nothing that takes long may happen inside. */
  withTenant<R>(work: (trx: Transaction<DB>) => Promise<R>): Promise<R>
  /** For what all organisations share. */
  withPlatform<R>(work: (trx: Transaction<DB>) => Promise<R>): Promise<R>
  /**
   * One read-only step at the job's place on the connections of reports: it may take long and keeps nobody waiting.
   * Refuses (Postponed) while all of them are taken.
   */
  report<R>(work: (db: Kysely<DB>) => Promise<R>): Promise<R>
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
 * Does one job. It may run more than once, whole or in part, so its first step is to look whether there is anything
 * left to do. Throwing means "again later"; an error with `permanent: true` means "never", a Postponed "not now".
 */
export type Handler<N extends JobName> = (
  payload: Payload<N>,
  tools: N extends TenantJobName ? TenantTools : JobTools,
) => Promise<void>

export type Handlers = { [N in TenantJobName]: Handler<N> } & { [N in PlatformJobName]: Handler<N> }
