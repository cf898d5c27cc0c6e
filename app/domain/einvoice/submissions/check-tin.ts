import type { Identity, TinSearch } from '#app/integrations/myinvois/calls.ts'
import type { Outcome } from '#app/integrations/myinvois/client.ts'
import type { PortalCredentials } from '#app/integrations/myinvois/credentials.ts'
import type { PortalEnvironment } from '../words.ts'
import { openPortal, type PortalCalls } from './portal-tools.ts'

/**
 * - match: TIN and number belong together; mismatch: they do not, or the portal does not know them
 * - malformed: the portal does not even look them up
 * - unknown: no answer; try again in `waitMs`
 * - denied: the portal does not let the organisation in
 */
export type TinCheck =
  | { kind: 'match' | 'mismatch' | 'malformed' | 'denied' }
  | { kind: 'unknown'; waitMs: number }

/** Somebody waits at the screen. */
const patienceMs = 4_000
const timeoutMs = 10_000
const askAgainMs = 60_000

/**
 * Whether a TIN and an identity or registration number belong together, asked of the portal itself: whoever calls stores the
 * answer and asks no general TIN, which matches nobody.
 */
export async function checkTin(
  tools: PortalCalls,
  environment: PortalEnvironment,
  credentials: PortalCredentials,
  tin: string,
  identity: Identity,
): Promise<TinCheck> {
  const portal = openPortal({ patienceMs, timeoutMs, ...tools }, environment, credentials)
  const outcome = await portal.validateTin(tin, identity)
  if (outcome.kind === 'ok') return { kind: 'match' }
  if (outcome.kind === 'refused' && outcome.status === 404) return { kind: 'mismatch' }
  if (outcome.kind === 'refused' && outcome.status === 400) return { kind: 'malformed' }
  return notAnswered(outcome)
}

/** ambiguous: several TINs fit, and a person has to say which one it is. */
export type TinFound = { kind: 'found'; tin: string } | { kind: 'none' | 'ambiguous' } | TinCheck

/** The TIN of somebody; never one of several. */
export async function findTin(
  tools: PortalCalls,
  environment: PortalEnvironment,
  credentials: PortalCredentials,
  asked: TinSearch,
): Promise<TinFound> {
  const portal = openPortal({ patienceMs, timeoutMs, ...tools }, environment, credentials)
  const outcome = await portal.searchTin(asked)
  if (outcome.kind === 'ok') return { kind: 'found', tin: outcome.value.tin }
  if (outcome.kind === 'refused' && outcome.status === 404) return { kind: 'none' }
  if (outcome.kind === 'refused' && outcome.status === 400) return { kind: 'ambiguous' }
  return notAnswered(outcome)
}

function notAnswered(outcome: Exclude<Outcome<unknown>, { kind: 'ok' }>): TinCheck {
  if (outcome.kind === 'denied') return { kind: 'denied' }
  if (outcome.kind === 'later') return { kind: 'unknown', waitMs: outcome.ms }
  return { kind: 'unknown', waitMs: askAgainMs }
}
