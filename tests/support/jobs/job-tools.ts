import pino from 'pino'
import { databaseTime } from '#app/domain/core/clock.ts'
import { type Environment, environment } from '#app/environment.ts'
import { filesOf } from '#app/integrations/files/files.ts'
import type { JobName } from '#app/outbox/catalogue.ts'
import { newId } from '#db/id.ts'
import { withPlatform } from '#db/with-tenant.ts'
import type { Handlers, JobTools, TenantTools } from '#jobs/handler.ts'
import { handlers } from '#jobs/handlers.ts'
import { createMailer } from '#jobs/mail/mailer.ts'
import { createPdf, type Pdf } from '#jobs/pdf/pdf.ts'
import { reportReader } from '#jobs/queue/run-job.ts'
import type { Tenant } from '#tests/support/database/tenant.ts'
import { platform } from '#tests/support/people/second-factor.ts'

let printer: Pdf | undefined

/** What the worker hands to a job of this organisation, with a real printer and real mail, to run it by hand. */
export function jobTools(
  tenant: Tenant,
  name: JobName,
  options: { settings?: Partial<Environment>; job?: Partial<TenantTools['job']> } = {},
): TenantTools {
  const { id, name: organisation, subdomain } = tenant.entity
  const { schema: schema_name, role: role_name, version: schema_version } = tenant.place
  const settings = { ...environment, ...options.settings }
  const report = reportReader(tenant.database.pool)
  return {
    entity: { id, name: organisation, subdomain, schema_name, role_name, schema_version },
    job: { id: newId(), name, attempt: 1, attempts: 6, interrupted: false, ...options.job },
    withTenant: tenant.write,
    report: (work) => report(tenant.place, work),
    now: () => tenant.read(databaseTime),
    withPlatform: (work) => withPlatform(tenant.database.pool, work),
    files: filesOf(settings, schema_name),
    pdf: printerOfProcess(),
    mailer: createMailer({ restMs: 0, stepMs: 2_000 }),
    environment: settings,
    log: pino({ level: 'silent' }),
    signal: new AbortController().signal,
  }
}

/** The same at the platform's place. */
export function platformTools(name: JobName, change: Partial<Environment>): JobTools {
  const settings = { ...environment, ...change }
  return {
    job: { id: newId(), name, attempt: 1, attempts: 6, interrupted: false },
    withTenant: platform,
    withPlatform: platform,
    report: platform,
    now: () => platform(databaseTime),
    files: filesOf(settings, 'platform'),
    pdf: printerOfProcess(),
    mailer: createMailer({ restMs: 0, stepMs: 2_000 }),
    environment: settings,
    log: pino({ level: 'silent' }),
    signal: new AbortController().signal,
  }
}

/** One browser for all files of a process, with which it ends. */
function printerOfProcess(): Pdf {
  // The machine may be busy; what is late is tried where it is asked.
  printer ??= createPdf({ limitMs: 120_000 })
  return printer
}

/** What the worker runs for a job of this name. */
export const handlerOf = <N extends JobName>(name: N): Handlers[N] => handlers[name]!
