import type { Denied } from '#app/integrations/myinvois/client.ts'
import type { PortalCredentials } from '#app/integrations/myinvois/credentials.ts'
import type { PortalEnvironment } from '../words.ts'
import { openPortal, type PortalCalls } from './portal-tools.ts'

/**
 * - wrong_secret: the portal refuses client id or secret
 * - wrong_environment: they are of its other system
 * - not_represented: it does not let the intermediary act for this taxpayer
 * - away: it cannot be reached, or is under maintenance
 */
export type LoginFault = 'wrong_secret' | 'wrong_environment' | 'not_represented' | 'away'

export type Connection =
  | {
      kind: 'ok'
      /** Of the taxpayer whom the portal logged in, as the token says it; null when it does not say. */
      tin: string | null
      /** 2: the portal refused the first secret and took the second. */
      secret: 1 | 2
    }
  | {
      kind: 'fault'
      fault: LoginFault
      /** What the portal or the network said, for whoever helps; no secret. */
      detail: string
    }
  /** Too many logins with this client id: nothing was asked. */
  | { kind: 'wait'; seconds: number }

/** Somebody waits at the screen: logins are five seconds apart for each client id. */
const patienceMs = 6_000
const timeoutMs = 15_000

/** Logs in anew, whatever token is known. Changes nothing and counts no refusal: the caller stores what came of it. */
export async function testConnection(
  tools: PortalCalls,
  environment: PortalEnvironment,
  credentials: PortalCredentials,
): Promise<Connection> {
  const portal = openPortal({ patienceMs, timeoutMs, ...tools }, environment, credentials)
  const outcome = await portal.login()
  if (outcome.kind === 'ok') return { kind: 'ok', tin: outcome.value.tin, secret: outcome.value.secret }
  if (outcome.kind === 'later')
    return outcome.why === 'limit' || outcome.why === 'busy'
      ? { kind: 'wait', seconds: Math.ceil(outcome.ms / 1_000) }
      : failed('away', outcome.why)
  if (outcome.kind === 'unknown') return failed('away', `${outcome.why}: ${outcome.detail}`)
  if (outcome.kind === 'refused') return failed('away', `status ${outcome.status}`)
  return failed(loginFault(outcome, credentials), detailOf(outcome))
}

const failed = (fault: LoginFault, detail: string): Connection => ({ kind: 'fault', fault, detail })

/** What is wrong with the credentials when the portal refuses a login. */
export function loginFault(
  { code }: Pick<Denied, 'code'>,
  { onBehalfOf }: Pick<PortalCredentials, 'onBehalfOf'>,
): Exclude<LoginFault, 'away'> {
  if (code === 'invalid_client') return 'wrong_secret'
  if (onBehalfOf) return 'not_represented'
  return code === 'Forbidden' || code === 'status_403' ? 'wrong_environment' : 'wrong_secret'
}

/** In the words of the portal. */
export const detailOf = ({ code, faults }: Pick<Denied, 'code' | 'faults'>): string =>
  [...new Set([code, ...faults.map(({ text }) => text)])].join(': ').slice(0, 200)
