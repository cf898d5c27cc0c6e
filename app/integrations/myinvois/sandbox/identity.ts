import { createHmac, timingSafeEqual } from 'node:crypto'
import { newUid } from './ids.ts'
import type { Appointment, Client, Permission } from './options.ts'
import type { Portal } from './portal.ts'
import { oauth, refuse } from './reply.ts'

/** Who calls, and for whom. */
export interface Caller {
  client: Client
  /** The taxpayer whose documents are dealt with. */
  tin: string
  rob: string | null
  /** Set when an intermediary acts for the taxpayer. */
  appointment: Appointment | null
}

/** Tokens of a client, or of all with an empty id, die when their generation ends. */
export function killTokens({ index }: Portal, clientId: string): void {
  index.generations.set(clientId, (index.generations.get(clientId) ?? 0) + 1)
}

const generationOf = ({ index }: Portal, clientId: string) =>
  `${index.generations.get('') ?? 0}.${index.generations.get(clientId) ?? 0}`

const LIFE = 3_600

/** A form and nothing else; throws for JSON. */
export function readTokenRequest(request: Request, text: string): URLSearchParams {
  if (!request.headers.get('content-type')?.startsWith('application/x-www-form-urlencoded'))
    throw oauth('invalid_request', 'The body must be form-encoded')
  return new URLSearchParams(text)
}

/** Gives a token of an hour to who knows a client id and one of its secrets; throws what OAuth says otherwise. */
export function issueToken(portal: Portal, form: URLSearchParams, onBehalfOf: string | null): Response {
  const { settings, store, now } = portal
  const field = (name: string) => form.get(name) ?? ''
  if (!field('client_id') || !field('client_secret'))
    throw oauth('invalid_request', 'client_id and client_secret are mandatory')
  if (field('grant_type') !== 'client_credentials')
    throw oauth('unsupported_grant_type', 'Only client_credentials is supported')
  if (form.has('scope') && field('scope') !== 'InvoicingAPI')
    throw oauth('invalid_scope', 'The scope is InvoicingAPI')
  const client = store.rows('clients').get(field('client_id'))
  if (client && client.environment !== settings.environment)
    throw refuse(403, 'Forbidden', 'The credentials belong to another environment')
  if (!client?.secrets.some((secret) => isSame(secret, field('client_secret'))) || client.endsAt <= now())
    throw oauth('invalid_client', 'The client credentials are not valid or have expired')

  const appointment = onBehalfOf === null ? null : appointmentOf(portal, client, onBehalfOf.trim())
  const [tin = client.tin, rob] = onBehalfOf?.trim().split(':') ?? []
  const at = Math.floor(now() / 1_000)
  const claims = {
    iss: 'https://identity.sandbox.test',
    iat: at,
    nbf: at,
    exp: at + LIFE,
    jti: newUid(),
    client_id: client.clientId,
    name: `${client.tin}:${client.clientId}`,
    TaxpayerTIN: appointment ? tin : client.tin,
    ...(appointment && { IntermediaryTIN: client.tin, ...(rob && { TaxpayerROB: rob }) }),
    generation: generationOf(portal, client.clientId),
    scope: ['InvoicingAPI'],
  }
  return Response.json({
    access_token: sign(store.meta.tokenKey, claims),
    token_type: 'Bearer',
    expires_in: LIFE,
    scope: 'InvoicingAPI',
  })
}

/** `TIN` or `TIN:ROB`; only who was appointed may act. */
function appointmentOf({ store }: Portal, client: Client, onBehalfOf: string): Appointment {
  const [tin = '', rob] = onBehalfOf.split(':')
  const appointed = store.rows('appointments').get(`${client.tin} ${tin}`)
  if (!/^[A-Z]{1,2}\d+$/.test(tin)) throw oauth('invalid_request', 'onbehalfof is not a TIN')
  if (!appointed || (rob !== undefined && appointed.rob !== rob))
    throw refuse(403, 'Forbidden', 'The intermediary was not appointed by this taxpayer')
  return appointed
}

/** Whose token it is; throws 401 for none, a wrong one and one that has ended. */
export function authenticate(portal: Portal, request: Request): Caller {
  const { store, now } = portal
  const unauthorized = (message: string) => refuse(401, 'Unauthorized', message)
  const token = /^Bearer (\S+)$/.exec(request.headers.get('authorization') ?? '')?.[1]
  if (!token) throw unauthorized('An access token is missing')
  const claims = verify(store.meta.tokenKey, token)
  const client = claims && store.rows('clients').get(claims.client_id)
  if (!claims || !client) throw unauthorized('The access token is not valid')
  const isDead = claims.generation !== generationOf(portal, client.clientId)
  if (claims.exp * 1_000 <= now() || isDead) throw unauthorized('The access token has expired')
  const intermediary = claims.IntermediaryTIN
  const appointment = intermediary
    ? store.rows('appointments').get(`${intermediary} ${claims.TaxpayerTIN}`)
    : null
  if (appointment === undefined) throw refuse(403, 'Forbidden', 'The appointment has ended')
  return { client, tin: claims.TaxpayerTIN, rob: claims.TaxpayerROB ?? null, appointment }
}

/** Of intermediaries; a taxpayer may do everything with their own documents. */
export function mustMay({ appointment }: Caller, permission: Permission): void {
  if (appointment && !appointment.permissions.includes(permission))
    throw refuse(403, 'Forbidden', `The taxpayer has not granted the permission "${permission}"`)
}

interface Claims {
  client_id: string
  TaxpayerTIN: string
  TaxpayerROB?: string
  IntermediaryTIN?: string
  exp: number
  generation: string
}

const coded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const signatureOf = (key: string, text: string) => createHmac('sha256', key).update(text).digest('base64url')

function sign(key: string, claims: object): string {
  const text = `${coded({ alg: 'HS256', typ: 'JWT' })}.${coded(claims)}`
  return `${text}.${signatureOf(key, text)}`
}

function verify(key: string, token: string): Claims | null {
  const [head = '', body = '', signature = ''] = token.split('.')
  if (!isSame(signatureOf(key, `${head}.${body}`), signature)) return null
  return JSON.parse(Buffer.from(body, 'base64url').toString('utf8')) as Claims
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
