import { createHash } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { sql, type Transaction } from 'kysely'
import { databaseTime } from '#app/domain/core/clock.ts'
import type { Keys } from '#app/domain/core/secrets.ts'
import { createPortal, type Gate, type Portal } from '#app/integrations/myinvois/client.ts'
import type { PortalConfig } from '#app/integrations/myinvois/config.ts'
import type { PortalCredentials } from '#app/integrations/myinvois/credentials.ts'
import { type Endpoint, gapMs } from '#app/integrations/myinvois/limits.ts'
import type { DB } from '#db/types.ts'
import type { PortalEnvironment } from '../words.ts'

/** What a call to the portal takes. */
export interface PortalCalls {
  /** One read-write transaction, in the schema of the organisation or of the platform: the limits are shared. */
  write<R>(work: (trx: Transaction<DB>) => Promise<R>): Promise<R>
  /** Where the portal is. */
  config(which: PortalEnvironment): PortalConfig
  /** Gives the connection back while the portal is asked. */
  releaseConnection?(): Promise<void>
  /** Milliseconds for which a call waits for its turn. */
  patienceMs?: number
  timeoutMs?: number
  /** For tests: else the database's clock, and that of the process. */
  now?: () => Date
  elapsedMs?: () => number
  sleep?: (ms: number) => Promise<unknown>
}

/** For short transactions in the organisation's schema, with calls to the portal between them. */
export interface PortalTools extends PortalCalls {
  keys: Keys
}

/** The time that is stored and compared with what is stored. */
export const timeOf = async (tools: Pick<PortalCalls, 'now'>, trx: Transaction<DB>): Promise<Date> =>
  tools.now?.() ?? databaseTime(trx)

/** Whose limits: those of a client id, whatever organisations and processes use it. Says nothing of the id itself. */
export const clientKeyOf = (environment: PortalEnvironment, clientId: string): string =>
  createHash('sha256').update(`${environment}\n${clientId}`).digest('hex')

/** The portal with somebody's credentials, within the limits that all who use their client id share. */
export function openPortal(
  tools: PortalCalls,
  environment: PortalEnvironment,
  credentials: PortalCredentials,
): Portal {
  const { config, timeoutMs, elapsedMs } = tools
  return createPortal(config(environment), credentials, {
    gate: gateOf(tools, clientKeyOf(environment, credentials.clientId)),
    ...(timeoutMs ? { timeoutMs } : {}),
    ...(elapsedMs ? { elapsedMs } : {}),
  })
}

/** A job waits so long in its worker; what takes longer comes back, so that others have the worker meanwhile. */
const jobPatienceMs = 3_000

/** Takes evenly spaced moments for calls, by the clock of the database. */
export function gateOf(
  { write, releaseConnection, now, sleep = setTimeout, patienceMs = jobPatienceMs }: PortalCalls,
  clientKey: string,
): Gate {
  return {
    async enter(endpoint: Endpoint) {
      const { taken, wait_ms } = await write(async (trx) => {
        const { rows } = await sql<{ taken: boolean; wait_ms: number }>`
          select taken, wait_ms from platform.take_einvoice_slot(
            ${clientKey}, ${endpoint}, ${gapMs(endpoint)}, ${patienceMs}, ${now?.() ?? null}::timestamptz)`.execute(
          trx,
        )
        return rows[0]!
      })
      await releaseConnection?.()
      if (!taken) return Math.max(wait_ms, 1)
      if (wait_ms > 0) await sleep(wait_ms)
      return 0
    },
    async hold(endpoint, ms) {
      await write((trx) =>
        sql`select platform.hold_einvoice_slot(${clientKey}, ${endpoint}, ${Math.ceil(ms)}, ${now?.() ?? null}::timestamptz)`.execute(
          trx,
        ),
      )
      await releaseConnection?.()
    },
  }
}
