import { createHash } from 'node:crypto'
import type { PortalCredentials } from './credentials.ts'

export interface Token {
  value: string
  /** In milliseconds of the process. */
  usableUntil: number
}

/** A token is not used for the last five minutes of its life; a short one not for its second half. */
const earlierMs = 5 * 60_000

const tokens = new Map<string, Token>()
const logins = new Map<string, Promise<unknown>>()

/**
 * Whose token it is: one taxpayer's with one client id and these secrets. Without the secrets an organisation that entered
 * another's client id would find a token that it could not have got.
 */
export function tokenKey(apiUrl: string, { clientId, secrets, onBehalfOf }: PortalCredentials): string {
  const parts = [apiUrl, clientId, onBehalfOf ?? '', ...secrets]
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex')
}

export function knownToken(key: string, elapsedMs: number): string | undefined {
  const token = tokens.get(key)
  if (token && token.usableUntil > elapsedMs) return token.value
  tokens.delete(key)
  return undefined
}

export function keepToken(key: string, value: string, expiresInSeconds: number, elapsedMs: number): void {
  for (const [other, { usableUntil }] of tokens) if (usableUntil <= elapsedMs) tokens.delete(other)
  const life = expiresInSeconds * 1_000
  tokens.set(key, { value, usableUntil: elapsedMs + life - Math.min(earlierMs, life / 2) })
}

/** Unless another one is known already, which may be good. */
export function forgetToken(key: string, value: string): void {
  if (tokens.get(key)?.value === value) tokens.delete(key)
}

/** Secrets that the portal has refused, by whom they belong to; forgotten once it has refused all of them. */
const refused = new Map<string, Set<string>>()

/** Those that are worth trying: a login that has to wait between two secrets goes on where it was. */
export function secretsToTry(key: string, { secrets }: PortalCredentials): string[] {
  const known = refused.get(key)
  return secrets.filter((secret) => secret !== undefined).filter((secret) => !known?.has(secret))
}

export function noteRefused(key: string, { secrets }: PortalCredentials, secret: string): void {
  const known = (refused.get(key) ?? new Set()).add(secret)
  if (secrets.every((one) => one === undefined || known.has(one))) refused.delete(key)
  else refused.set(key, known)
}

/** One login at a time for each key: who comes meanwhile gets what it brings. */
export function oneLogin<R>(key: string, login: () => Promise<R>): Promise<R> {
  const running = logins.get(key) as Promise<R> | undefined
  if (running) return running
  const started = login().finally(() => logins.delete(key))
  logins.set(key, started)
  return started
}

/**
 * The taxpayer whom a token stands for; null when it does not say. Only read, never believed: the portal itself checks the
 * token, and a person sees which taxpayer it is.
 */
export function tinOfToken(token: string): string | null {
  try {
    const payload = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8')) as {
      TaxpayerTIN?: unknown
      name?: unknown
    }
    const named = typeof payload.TaxpayerTIN === 'string' ? payload.TaxpayerTIN : payload.name
    const tin = /^[A-Za-z]{1,3}\d{6,13}/.exec(typeof named === 'string' ? named.trim() : '')?.[0]
    return tin ?? null
  } catch {
    return null
  }
}
