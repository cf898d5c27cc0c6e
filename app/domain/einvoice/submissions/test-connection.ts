import type { Denied } from '#app/integrations/myinvois/client.ts'
import type { PortalCredentials } from '#app/integrations/myinvois/credentials.ts'
import type { PortalEnvironment } from '../words.ts'
import { openPortal, type PortalTools } from './portal-tools.ts'

/**
 * - credential: the portal refuses client id or secret, or they are of its other environment
 * - intermediary_auth: it does not let the intermediary act for this taxpayer
 * - connection: it cannot be reached, or is under maintenance
 * - limit: too many logins with this client id; the next one is free in `waitMs`
 */
export const connectionFaults = ['credential', 'intermediary_auth', 'connection', 'limit'] as const
export type ConnectionFault = (typeof connectionFaults)[number]

export type Connection =
  | {
      ok: true
      /** Of the taxpayer whom the portal logged in, as the token says it; null when it does not say. */
      tin: string | null
      /** 2: the portal refused the first secret and took the second. */
      secret: 1 | 2
      correlationId: string | null
    }
  | {
      ok: false
      fault: ConnectionFault
      /** What the portal or the network said, for whoever helps; no secret. */
      detail: string
      waitMs: number
      correlationId: string | null
    }

/** Somebody waits at the screen: logins are five seconds apart for each client id. */
const patienceMs = 6_000
const timeoutMs = 15_000

/** Logs in anew, whatever token is known. Changes nothing and counts no refusal: the caller stores what came of it. */
export async function testConnection(
  tools: PortalTools,
  environment: PortalEnvironment,
  credentials: PortalCredentials,
): Promise<Connection> {
  const portal = openPortal({ patienceMs, timeoutMs, ...tools }, environment, credentials)
  const outcome = await portal.login()
  if (outcome.kind === 'ok') {
    const { tin, secret } = outcome.value
    return { ok: true, tin, secret, correlationId: outcome.correlationId }
  }
  if (outcome.kind === 'later')
    return failed('limit', outcome.why, { waitMs: outcome.ms, correlationId: null })
  if (outcome.kind === 'unknown') return failed('connection', `${outcome.why}: ${outcome.detail}`, outcome)
  const detail = [outcome.kind === 'denied' ? outcome.code : String(outcome.status)]
  const said = [...detail, ...outcome.faults.map(({ text }) => text)].join(': ').slice(0, 200)
  const fault = outcome.kind === 'denied' ? loginFault(outcome, credentials) : 'connection'
  return failed(fault, said, outcome)
}

/** What is wrong with the credentials when the portal refuses a login. */
export function loginFault(
  { code }: Pick<Denied, 'code'>,
  { onBehalfOf }: Pick<PortalCredentials, 'onBehalfOf'>,
): 'credential' | 'intermediary_auth' {
  return onBehalfOf && code !== 'invalid_client' ? 'intermediary_auth' : 'credential'
}

const failed = (
  fault: ConnectionFault,
  detail: string,
  { waitMs = 0, correlationId }: { waitMs?: number; correlationId: string | null },
): Connection => ({ ok: false, fault, detail, waitMs, correlationId })
