import type { Socket } from 'node:net'
import pg from 'pg'
import { rolesOf } from './provisioning/role-names.ts'
import { isBusy } from './sharing/busy.ts'
import { ConnectionsTaken, sharesOf } from './sharing/shares.ts'

/** An organisation, or the platform, for a transaction: its schema and the role that may use it. */
export interface TenantRef {
  schema: string
  role: string
  /** Version of the schema; keeps prepared statements of two versions of the same tables apart. */
  version?: number
}

/** The platform's own tables. The name of its role depends on the connection, see {@link roleAt}. */
export const platformRef: TenantRef = { schema: 'platform', role: 'platform' }

/** The role that a connection takes on for a tenant. */
export function roleAt({ user }: { user?: string | undefined }, place: TenantRef): string {
  return place.schema === platformRef.schema ? rolesOf(user ?? '').platform : place.role
}

/** How values of the database arrive, on every connection of the product. */
export const types = new pg.TypeOverrides()
/** Dates stay `YYYY-MM-DD`; a JavaScript Date would put them at local midnight and shift them by a day. */
types.setTypeParser(pg.types.builtins.DATE, (text: string) => text)
/** Sums of sen arrive as int8 or numeric; both stay exact numbers or fail loudly. */
types.setTypeParser(pg.types.builtins.INT8, safeInteger)
types.setTypeParser(pg.types.builtins.NUMERIC, (text: string) =>
  text.includes('.') ? text : safeInteger(text),
)

function safeInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`integer out of the safe range: ${text}`)
  return value
}

export interface PoolOptions {
  /** Connections at most; a request holds one while it works, and no organisation all of them (sharing/shares.ts). */
  max?: number
  /** Milliseconds to wait for a free connection before the request is refused. */
  waitMs?: number
  /** Called when a connection was given back in a state in which it cannot be reused. */
  onUnclean?: (detail: { status: string; searchPath: string | undefined }) => void
  /** Called when an idle connection breaks; without a listener that would end the process. */
  onError?: (error: Error) => void
}

interface Session extends pg.PoolClient {
  /** What the server last reported (Postgres 18 reports it unasked); undefined until it changes. */
  reportedSearchPath?: string
  namedStatements?: Set<string>
  /** Frees the place in the share of its tenant. */
  leave?: () => void
}

const unclean = new WeakMap<pg.Pool, PoolOptions['onUnclean']>()

/**
 * The only function that opens connections. They are pipelined (several queries may be under way at once), live ten minutes at
 * most because a backend's caches grow with each tenant it has seen, and have no access until a transaction sets a tenant.
 */
export function createPool(connectionString: string, options: PoolOptions = {}): pg.Pool {
  const pool = new pg.Pool({
    connectionString,
    max: options.max ?? 10,
    connectionTimeoutMillis: options.waitMs ?? 900,
    idleTimeoutMillis: 30_000,
    maxLifetimeSeconds: 600,
    pipeline: true,
    types,
    application_name: 'lunas',
  } as pg.PoolConfig)
  pool.on('error', (error) => options.onError?.(error))
  pool.on('connect', (client) => {
    // The pool listens to idle connections only; one that breaks in use fails its queries.
    client.on('error', () => {})
    watchSearchPath(client as Session)
    gatherWrites(client)
  })
  unclean.set(pool, options.onUnclean)
  return pool
}

function watchSearchPath(client: Session) {
  const { connection } = client as unknown as { connection: NodeJS.EventEmitter }
  connection.on('parameterStatus', (message: { parameterName: string; parameterValue: string }) => {
    if (message.parameterName === 'search_path') client.reportedSearchPath = message.parameterValue
  })
}

/** Sends the queries of one turn of the event loop together: one packet and one system call instead of several. */
function gatherWrites(client: pg.PoolClient) {
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection
  const query = client.query.bind(client) as (...args: unknown[]) => unknown
  let gathering = false
  const leave = () => {
    gathering = false
    stream.uncork()
  }
  const ask = (...args: unknown[]) => {
    if (!gathering) {
      gathering = true
      stream.cork()
      process.nextTick(leave)
    }
    return query(...args)
  }
  client.query = ask as typeof client.query
}

/**
 * A connection for a tenant, within its share of the pool. Refuses ConnectionsTaken; waiting for the share and for the connection
 * together takes no longer than the pool's timeout.
 */
export async function takeConnection(pool: pg.Pool, { schema }: TenantRef): Promise<pg.PoolClient> {
  const until = performance.now() + (pool.options.connectionTimeoutMillis ?? 0)
  const leave = await sharesOf(pool).take(schema)
  try {
    const client: Session = await connectionBy(until, pool)
    client.leave = leave
    return client
  } catch (error) {
    leave()
    throw error
  }
}

/** `until`: in the time of `performance.now()`; a connection that comes later goes back to the pool. */
async function connectionBy(until: number, pool: pg.Pool): Promise<pg.PoolClient> {
  const connecting = pool.connect()
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<never>((_, refuse) => {
    timer = setTimeout(() => refuse(new ConnectionsTaken()), Math.max(0, until - performance.now()))
  })
  try {
    return await Promise.race([connecting, tooLate])
  } catch (error) {
    connecting.then(
      (client) => client.release(),
      () => {},
    )
    throw isBusy(error) ? new ConnectionsTaken() : error
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Gives a connection back, or destroys it when it is inside a transaction, has a search path, or is broken. A safety net behind
 * the two walls between tenants: it should never be needed.
 */
export function giveBack(pool: pg.Pool, client: pg.PoolClient, broken?: Error): void {
  const session = client as Session
  const status = (client as unknown as { getTransactionStatus(): string }).getTransactionStatus()
  const searchPath = session.reportedSearchPath
  const clean = status === 'I' && (searchPath === undefined || searchPath === '' || searchPath === '""')
  if (!clean && !broken) unclean.get(pool)?.({ status, searchPath })
  client.release(broken ?? (clean ? undefined : new Error('unclean connection')))
  session.leave?.()
  delete session.leave
}

const statementIds = new Map<string, number>()
let statementsSeen = 0
const maxStatementIds = 1_000
const statementsPerConnection = 400
/** Longer statements are not prepared by name: they are batches, and the next batch has another length. */
const longestPrepared = 8_000

/**
 * The name under which a statement is prepared: one for each schema and version, since the same text means other
 * tables elsewhere. A connection keeps a bounded number of them (about 40 kB each); further ones stay unnamed.
 */
export function statementName(client: pg.PoolClient, place: TenantRef, text: string): string | undefined {
  if (text.length > longestPrepared) return undefined
  const session = client as Session
  session.namedStatements ??= new Set()
  const name = `${place.schema}.${place.version ?? 0}.${statementId(text)}`
  if (session.namedStatements.has(name)) return name
  if (session.namedStatements.size >= statementsPerConnection) return undefined
  session.namedStatements.add(name)
  return name
}

function statementId(text: string): number {
  let id = statementIds.get(text)
  if (id === undefined) {
    id = statementsSeen++
    statementIds.set(text, id)
    const [oldest] = statementIds.keys()
    if (statementIds.size > maxStatementIds) statementIds.delete(oldest!)
  }
  return id
}
