import { randomBytes } from 'node:crypto'
import type { CertificateOrder } from './authority.ts'
import { killTokens } from './identity.ts'
import { askForRejection, cancel } from './life-cycle.ts'
import { type Appointment, type Client, ID_TYPES, PERMISSIONS, type Taxpayer } from './options.ts'
import { pkcs12 } from './pkcs12.ts'
import type { Portal } from './portal.ts'
import { fileAll, settle } from './register.ts'
import { Refusal } from './reply.ts'
import type { Kept } from './store.ts'
import { ENDPOINTS, readSwitches } from './switches.ts'
import { type Order, TROUBLES } from './trouble.ts'
import { type Typed, typeByHand } from './typed.ts'

type Input = Readonly<Record<string, unknown>>

class BadCall extends Error {}

const YEAR = 365 * 86_400_000
const MONTHS_3 = 92 * 86_400_000

/**
 * `/__control/*`: the levers, for tests. POST takes a JSON object and answers JSON, 400 with `error` when it makes no sense.
 *
 * | call | fields | does |
 * | --- | --- | --- |
 * | GET `state` | | clock, switches, orders of trouble, how many documents there are |
 * | GET `documents` | `tin`, `number`, `status` | all that was taken in, without the texts |
 * | GET `document` | `of`: uuid or number | one, with its text as it was sent |
 * | GET `calls` | `since`: an id | the journal of calls |
 * | GET `call` | `id` | one, with its body as it was sent |
 * | POST `clock` | `advance_ms`, or `offset_ms` from the real clock | moves the time and does what has become due |
 * | POST `switches` | names and values; `limits` and `rules` in part | see switches.ts |
 * | POST `trouble` | `kind` (trouble.ts), `endpoint` (`any`), `times` (1), `after` (0), `clientId` | what goes wrong next |
 * | POST `calm` | | takes all orders of trouble back |
 * | POST `clients` | `tin`, `name`, `clientId`, `secrets`, `endsAt`, `environment` | registers an ERP; what is left out is made |
 * | POST `taxpayers` | see Taxpayer in options.ts | registers or changes one |
 * | POST `appointments` | `intermediaryTin`, `tin`, `rob`, `permissions` | an empty list of permissions ends it |
 * | POST `kill_tokens` | `clientId`, or none for all | access tokens die |
 * | POST `reject` | `of`, `reason` | the buyer asks for rejection |
 * | POST `cancel` | `of`, `reason` | the issuer cancels in the portal |
 * | POST `type` | see Typed in typed.ts | a document is typed by hand in the portal |
 * | POST `certificate` | `name`, `tin`, `registrationNo`, `kind`, `bits`, `password`, `form` (modern, old) | `{ key, certificate, p12 }`, PEM and Base64 |
 * | POST `purge` | `olderThanMs` (three months) | forgets old documents |
 */
export async function control(
  portal: Portal,
  request: Request,
  action: string,
  query: URLSearchParams,
): Promise<Response> {
  try {
    const isView = request.method === 'GET'
    const lever = (isView ? VIEWS : LEVERS)[action]
    if (!lever) return Response.json({ error: `no ${request.method} ${action}` }, { status: 404 })
    const input = isView ? Object.fromEntries(query) : readInput(await request.text())
    await settle(portal)
    const result = await lever(portal, input)
    await settle(portal)
    return Response.json(result ?? { done: true })
  } catch (error) {
    if (error instanceof Refusal) return error.response
    if (error instanceof BadCall) return Response.json({ error: error.message }, { status: 400 })
    throw error
  }
}

type Lever = (portal: Portal, input: Input) => unknown

const VIEWS: Readonly<Record<string, Lever>> = {
  state: ({ store, trouble, index, now, settings }) => ({
    now: new Date(now()).toISOString(),
    environment: settings.environment,
    switches: store.meta.switches,
    trouble: trouble.orders,
    documents: store.rows('documents').size,
    submissions: store.rows('submissions').size,
    waiting: index.waiting.length,
  }),
  documents: ({ store }, { tin, number, status }) =>
    [...store.rows('documents').values()].filter(
      (kept) =>
        (!tin || kept.issuerTin === tin) &&
        (!number || kept.number === number) &&
        (!status || kept.status === status),
    ),
  document: async ({ store }, input) => {
    const kept = documentOf(store, input)
    return { ...kept, text: await store.texts.read(kept.text) }
  },
  calls: ({ calls }, { since }) => calls.filter(({ id }) => id > Number(since ?? 0)),
  call: async ({ calls, store }, { id }) => {
    const call = calls.find((one) => one.id === Number(id))
    if (!call) throw new BadCall(`no call ${id}`)
    return { ...call, body: call.body && (await store.texts.read(call.body)) }
  },
}

const LEVERS: Readonly<Record<string, Lever>> = {
  clock: (portal, { advance_ms, offset_ms }) => {
    const { store } = portal
    const offset = offset_ms === undefined ? store.meta.offset + whole(advance_ms) : whole(offset_ms, -YEAR)
    store.meta.offset = offset
    store.put('meta', '', store.meta)
    return { now: new Date(portal.now()).toISOString() }
  },
  switches: ({ store }, input) => {
    store.meta.switches = must(() => readSwitches(input, store.meta.switches))
    store.put('meta', '', store.meta)
    return store.meta.switches
  },
  trouble: ({ trouble }, { kind, endpoint = 'any', times = 1, after = 0, clientId }) => {
    const endpoints = [...ENDPOINTS, 'documenttypes', 'notifications', 'any'] as const
    const order: Order = {
      kind: oneOf(Object.keys(TROUBLES) as Order['kind'][], kind),
      endpoint: oneOf(endpoints, endpoint),
      ...{ times: whole(times, 1), after: whole(after) },
      ...(typeof clientId === 'string' && { clientId }),
    }
    trouble.orders.push(order)
    return order
  },
  calm: ({ trouble }) => {
    trouble.orders.length = 0
  },
  clients: (portal, input) => registerClient(portal, input),
  taxpayers: ({ store }, input) => {
    const taxpayer = {
      ...store.rows('taxpayers').get(text(input.tin)),
      ...input,
    } as Taxpayer
    oneOf(ID_TYPES, taxpayer.idType)
    text(taxpayer.name)
    text(taxpayer.idValue)
    store.put('taxpayers', taxpayer.tin, taxpayer)
    return taxpayer
  },
  appointments: ({ store }, { intermediaryTin, tin, rob, permissions = PERMISSIONS }) => {
    const one = {
      ...{ intermediaryTin: text(intermediaryTin), tin: text(tin) },
      ...(typeof rob === 'string' && { rob }),
      permissions: permissions as Appointment['permissions'],
    }
    store.put('appointments', `${one.intermediaryTin} ${one.tin}`, one)
    return one
  },
  kill_tokens: (portal, { clientId = '' }) => killTokens(portal, String(clientId)),
  reject: (portal, input) => {
    const kept = documentOf(portal.store, input)
    askForRejection(portal, kept, text(input.reason))
    return kept
  },
  cancel: (portal, input) => {
    const kept = documentOf(portal.store, input)
    cancel(portal, kept, text(input.reason))
    return kept
  },
  type: (portal, input) => {
    const typed = input as unknown as Typed
    text(typed.tin)
    text(typed.number)
    if (typeof typed.total !== 'number') throw new BadCall('total is a number')
    return typeByHand(portal, typed)
  },
  certificate: ({ authority, now }, input) => {
    const order = input as unknown as CertificateOrder
    text(order.name)
    const pair = authority.issue(order, now())
    const form = oneOf(['modern', 'old'], input.form ?? 'modern')
    const file = pkcs12(pair, authority.certificate, String(input.password ?? ''), form)
    return { ...pair, p12: file.toString('base64') }
  },
  purge: (portal, { olderThanMs = MONTHS_3 }) => {
    const gone = portal.store.purge(portal.now() - whole(olderThanMs))
    fileAll(portal)
    return { gone }
  },
}

/** Two secrets that end together, in three years unless it is said. */
export function registerClient({ store, now, settings }: Portal, input: Input): Client {
  const made = () => randomBytes(18).toString('base64url')
  const client = {
    ...{ clientId: crypto.randomUUID(), secrets: [made(), made()], endsAt: now() + 3 * YEAR },
    ...{ environment: settings.environment, name: input.tin },
    ...store.rows('clients').get(String(input.clientId)),
    ...input,
    tin: text(input.tin),
  } as Client
  store.put('clients', client.clientId, client)
  return client
}

function documentOf(store: Portal['store'], { of }: Input): Kept {
  const documents = store.rows('documents')
  const found = documents.get(String(of)) ?? [...documents.values()].findLast(({ number }) => number === of)
  if (!found) throw new BadCall(`no document ${of}`)
  return found
}

function readInput(body: string): Input {
  const given: unknown = must(() => JSON.parse(body || '{}'))
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    throw new BadCall('an object, please')
  return given as Input
}

function text(value: unknown): string {
  if (typeof value !== 'string' || value === '') throw new BadCall(`a text, please, not ${value}`)
  return value
}

function whole(value: unknown, least = 0): number {
  const number = Number(value)
  if (!Number.isSafeInteger(number) || number < least)
    throw new BadCall(`a whole number, please, not ${value}`)
  return number
}

function oneOf<T extends string>(allowed: readonly T[], value: unknown): T {
  const found = allowed.find((one) => one === String(value))
  if (!found) throw new BadCall(`one of ${allowed.join(', ')}`)
  return found
}

function must<T>(attempt: () => T): T {
  try {
    return attempt()
  } catch (error) {
    throw new BadCall((error as Error).message)
  }
}
