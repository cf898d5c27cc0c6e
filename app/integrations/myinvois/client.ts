import { type Call, call, type Facts, type Reply, type Unknown } from './call.ts'
import * as calls from './calls.ts'
import type { PortalConfig } from './config.ts'
import type { PortalCredentials } from './credentials.ts'
import { type PortalFault, readCodes, readFaults } from './errors.ts'
import type { Endpoint } from './limits.ts'
import {
  forgetToken,
  keepToken,
  knownToken,
  noteRefused,
  oneLogin,
  secretsToTry,
  tinOfToken,
  tokenKey,
} from './tokens.ts'

/** The portal understood and said no: nothing was done. */
export interface Refused extends Facts {
  kind: 'refused'
  status: number
  /** All codes of the answer, outer ones first. */
  codes: string[]
  faults: PortalFault[]
}

/** Nothing was done, and the same may be asked again after so many milliseconds. */
export interface Later {
  kind: 'later'
  ms: number
  /** `limit`: our own share is used up; `busy`: the portal says so; `overslept`: too late; else why no login came about. */
  why: 'limit' | 'busy' | 'overslept' | Unknown['why']
}

/** The portal does not let us in: nothing was done, and nothing will be before a person has changed something. */
export interface Denied extends Facts {
  kind: 'denied'
  /** `invalid_client`: client id or secret; `token`: a token that was just given; else a code of the portal. */
  code: string
  faults: PortalFault[]
}

export type Outcome<T> = ({ kind: 'ok'; value: T } & Facts) | Refused | Unknown | Later | Denied

/** Keeps the portal's limits, which are shared by all processes and organisations of a client id. */
export interface Gate {
  /** Waits for its turn when that comes soon, and returns 0; else the milliseconds after which to come back. */
  enter(endpoint: Endpoint): Promise<number>
  /** The portal wants nothing of this kind for so long. */
  hold(endpoint: Endpoint, ms: number): Promise<void>
}

export interface PortalOptions {
  gate: Gate
  timeoutMs?: number
  /** Milliseconds of the process, by which tokens grow old; for tests. */
  elapsedMs?: () => number
}

export interface Login {
  token: string
  /** The taxpayer whom the token stands for, as it says itself. */
  tin: string | null
  /** Which of the two secrets the portal took. */
  secret: 1 | 2
}

/** How long a portal that is busy is left in peace when it does not say. */
const busyMs = 60_000
/** The same when no login came about. */
const noLoginMs = 30_000

/** What a portal's clock said last, and when that was by the clock of the process. */
const clocks = new Map<string, { portalMs: number; elapsedMs: number }>()

export type Portal = ReturnType<typeof createPortal>

/**
 * The portal with the credentials of one organisation. No call is repeated, except one that was refused because of its token
 * (401), once and with a new token: that one did nothing. Secrets and tokens are in no outcome.
 */
export function createPortal(
  { apiUrl }: Pick<PortalConfig, 'apiUrl'>,
  credentials: PortalCredentials,
  { gate, timeoutMs, elapsedMs = () => performance.now() }: PortalOptions,
) {
  const key = tokenKey(apiUrl, credentials)

  async function send(
    endpoint: Endpoint,
    asked: Call,
    notAfterMs = Number.POSITIVE_INFINITY,
  ): Promise<Reply | Unknown | Later> {
    const waitMs = await gate.enter(endpoint)
    if (waitMs > 0) return { kind: 'later', ms: waitMs, why: 'limit' }
    if (elapsedMs() > notAfterMs) return { kind: 'later', ms: 1, why: 'overslept' }
    const answer = await call(apiUrl, asked, timeoutMs)
    if (answer.kind === 'reply' && answer.portalTime)
      clocks.set(apiUrl, { portalMs: answer.portalTime.getTime(), elapsedMs: elapsedMs() })
    if (answer.kind !== 'reply' || answer.status !== 429) return answer
    const ms = answer.retryAfterMs ?? busyMs
    await gate.hold(endpoint, ms)
    return { kind: 'later', ms, why: 'busy' }
  }

  /** A new token by the first secret, or by the second where the portal refuses the first. */
  async function login(): Promise<Outcome<Login>> {
    const { clientId, secrets, onBehalfOf } = credentials
    let refused: Denied | undefined
    for (const secret of secretsToTry(key, credentials)) {
      const answer = await send('login', {
        method: 'POST',
        path: '/connect/token',
        form: {
          client_id: clientId,
          client_secret: secret,
          grant_type: 'client_credentials',
          scope: 'InvoicingAPI',
        },
        ...(onBehalfOf ? { headers: { onbehalfof: onBehalfOf } } : {}),
      })
      if (answer.kind !== 'reply') return answer
      const { status, json, correlationId, portalTime } = answer
      const facts = { correlationId, portalTime }
      const given = json as { access_token?: unknown; expires_in?: unknown } | null
      if (status < 300 && typeof given?.access_token === 'string') {
        const { access_token: token, expires_in } = given
        keepToken(key, token, typeof expires_in === 'number' ? expires_in : 3_600, elapsedMs())
        const value = { token, tin: tinOfToken(token), secret: secret === secrets[0] ? 1 : 2 } as const
        return { kind: 'ok', value, ...facts }
      }
      if (status < 400)
        return { kind: 'unknown', why: 'form', detail: `status ${status}, no token`, ...facts }
      const code = readCodes(json)[0] ?? `status_${status}`
      refused = { kind: 'denied', code, faults: readFaults(json), ...facts }
      if (code !== 'invalid_client') break
      noteRefused(key, credentials, secret)
    }
    return refused!
  }

  /** A login without an answer did nothing that matters: it may be tried again. */
  async function token(): Promise<string | Later | Denied | Refused> {
    const known = knownToken(key, elapsedMs())
    if (known) return known
    const outcome = await oneLogin(key, login)
    if (outcome.kind === 'ok') return outcome.value.token
    return outcome.kind === 'unknown' ? { kind: 'later', ms: noLoginMs, why: outcome.why } : outcome
  }

  async function perform<T>(
    { endpoint, call: asked, read }: calls.Operation<T>,
    notAfterMs?: number,
  ): Promise<Outcome<T>> {
    let answer: Reply | Unknown | Later | undefined
    for (let tries = 0; tries < 2; tries++) {
      const value = await token()
      if (typeof value !== 'string') return value
      answer = await send(endpoint, { ...asked, token: value }, notAfterMs)
      if (answer.kind !== 'reply' || answer.status !== 401) break
      forgetToken(key, value)
    }
    if (answer!.kind !== 'reply') return answer!
    const { status, json, correlationId, portalTime } = answer as Reply
    const facts = { correlationId, portalTime }
    if (status === 401) return { kind: 'denied', code: 'token', faults: readFaults(json), ...facts }
    if (status >= 400 || calls.holdsError(json))
      return { kind: 'refused', status, codes: readCodes(json), faults: readFaults(json), ...facts }
    const value = read(answer as Reply)
    return value === undefined
      ? { kind: 'unknown', why: 'form', detail: `status ${status}, an answer of another form`, ...facts }
      : { kind: 'ok', value, ...facts }
  }

  return {
    /** Logs in anew, whatever token is known. */
    login: () => oneLogin(key, login),
    /** Sees to it that a call can be made: logs in unless a token is known. */
    async ready(): Promise<{ kind: 'ok' } | Later | Denied | Refused> {
      const value = await token()
      return typeof value === 'string' ? { kind: 'ok' } : value
    },
    /** What the portal's clock says now, to the second; null before it has answered this process. */
    portalTime(): Date | null {
      const last = clocks.get(apiUrl)
      return last ? new Date(last.portalMs + elapsedMs() - last.elapsedMs) : null
    },
    /** @param notAfterMs of the process: later the call is not made any more */
    submit: (body: string, notAfterMs?: number) => perform(calls.submit(body), notAfterMs),
    getSubmission: (uid: string, page = 1) => perform(calls.getSubmission(uid, page)),
    getDetails: (uuid: string) => perform(calls.getDetails(uuid)),
    search: (asked: calls.Search) => perform(calls.search(asked)),
    getRecent: (page = 1) => perform(calls.getRecent(page)),
    cancel: (uuid: string, reason: string) => perform(calls.cancelDocument(uuid, reason)),
    reject: (uuid: string, reason: string) => perform(calls.rejectDocument(uuid, reason)),
    validateTin: (tin: string, identity: calls.Identity) => perform(calls.validateTin(tin, identity)),
    searchTin: (asked: calls.TinSearch) => perform(calls.searchTin(asked)),
  }
}
