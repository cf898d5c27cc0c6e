import type { Kysely, Transaction } from 'kysely'
import pg from 'pg'
import { boundTransaction } from './bound.ts'
import { giveBack, roleAt, type TenantRef, takeConnection } from './pool.ts'
import type { DB } from './types.ts'

export interface RequestDatabase {
  /** The read-only transaction that all loaders of this request share. */
  read(): Promise<Kysely<DB>>
  /**
   * One read-write transaction: commits when `work` resolves, else rolls back. `work` may call `last` once it has sent all of its
   * queries: then COMMIT is sent right behind them, in the same round trip, and later queries are refused. Postgres commits
   * nothing when one of the queries fails; an error that `work` itself throws after `last` comes after the commit.
   */
  write<R>(work: (trx: Transaction<DB>, last: Last) => Promise<R>): Promise<R>
  /** The same in a single round trip, for work that has sent all of its queries by the time it returns its promise. */
  writeInOneFlight<R>(work: (trx: Transaction<DB>) => Promise<R>): Promise<R>
  /** Ends the open transaction; later ones work in the schema of another tenant, with a connection of that tenant's share. */
  moveTo(tenant: TenantRef): Promise<void>
  /** Gives the connection back while something else is waited for; the next query takes one again. */
  releaseConnection(): Promise<void>
  /** Ends everything and gives the connection back; any later use is an error. */
  close(): Promise<void>
}

/** Declares that all queries of a transaction have been sent, so that COMMIT need not wait for their results. */
export type Last = () => void

/** One transaction, from the moment at which it was requested. */
interface OpenTransaction {
  opened: Promise<Transaction<DB>>
  /** Ends it and tells which command closed it; the first call decides, and from then on no query is taken. */
  finish(how: 'commit' | 'rollback'): Promise<string>
}

/**
 * The database of a request: at most one connection, taken at its first query, and on it one transaction at a time. Schema and
 * role are local to the transaction and set in the same round trip as BEGIN, so nothing outlives it. Each call takes effect after
 * all earlier calls, whether these were awaited or not.
 */
export function requestDatabase(pool: pg.Pool, initial: TenantRef): RequestDatabase {
  let tenant = initial
  let connection: Promise<pg.PoolClient> | undefined
  let current: OpenTransaction | undefined
  /** Resolves when earlier transactions have ended at the server and earlier connections are back in the pool. */
  let previous: Promise<void> = Promise.resolve()
  let writing = false
  let closed = false
  const broken = new WeakMap<pg.PoolClient, Error>()

  const refuseWhenClosed = () => {
    if (closed) throw new Error('database used after the request ended')
  }
  const refuseWhileWriting = () => {
    refuseWhenClosed()
    // A BEGIN inside a transaction would join it, and the end of the inner one would end the outer.
    if (writing) throw new Error('a write is running: use its transaction')
  }

  function connect(): Promise<pg.PoolClient> {
    if (connection) return connection
    const target = tenant
    const taking = previous.then(() => takeConnection(pool, target))
    connection = taking
    taking.catch(() => {
      if (connection === taking) connection = undefined
    })
    return taking
  }

  function begin(mode: 'read only' | 'read write'): OpenTransaction {
    const target = tenant
    const before = previous
    const connected = connect()
    let finishing: Promise<string> | undefined
    const guard = () => {
      if (!finishing) return
      refuseWhenClosed()
      throw new Error('transaction has ended')
    }
    const entering = Promise.all([connected, before]).then(([client]) => {
      refuseWhenClosed()
      const entered = enter(client, target, mode)
      return { client, entered, db: boundTransaction(client, target, entered, guard) }
    })
    const send = async (how: 'commit' | 'rollback') => {
      const { client, entered } = await entering
      const { command } = await client.query(how).catch((error: Error) => {
        broken.set(client, error)
        throw error
      })
      if (how === 'commit') await entered
      return command
    }
    return {
      opened: entering.then(({ db }) => db),
      finish(how) {
        finishing ??= send(how)
        return finishing
      },
    }
  }

  function endTransaction(): Promise<void> {
    const ending = current?.finish('rollback')
    current = undefined
    previous = Promise.allSettled([previous, ending]).then(() => {})
    return previous
  }

  function giveConnectionBack(): Promise<void> {
    const taken = connection
    connection = undefined
    previous = endTransaction().then(async () => {
      const client = await taken?.catch(() => undefined)
      if (client) giveBack(pool, client, broken.get(client))
    })
    return previous
  }

  async function runAndCommit<R>(
    { opened, finish }: OpenTransaction,
    work: (trx: Transaction<DB>, last: Last) => Promise<R>,
  ): Promise<R> {
    try {
      const result = await work(await opened, () => void finish('commit').catch(() => {}))
      const command = await finish('commit')
      if (closed && command !== 'COMMIT') throw new Error('the request ended before its transaction')
      // Postgres answers the COMMIT of a failed transaction with ROLLBACK and no error.
      if (command !== 'COMMIT') throw new Error('transaction was aborted by an error that somebody caught')
      return result
    } catch (error) {
      await finish('rollback').catch(() => {})
      throw error
    }
  }

  async function write<R>(work: (trx: Transaction<DB>, last: Last) => Promise<R>): Promise<R> {
    refuseWhileWriting()
    writing = true
    endTransaction()
    current = begin('read write')
    try {
      return await runAndCommit(current, work)
    } finally {
      current = undefined
      writing = false
    }
  }

  return {
    async read() {
      refuseWhileWriting()
      current ??= begin('read only')
      const transaction = current
      try {
        return await transaction.opened
      } catch (error) {
        if (current === transaction) current = undefined
        throw error
      }
    },

    write,
    writeInOneFlight: (work) =>
      write((trx, last) => {
        const asked = work(trx)
        last()
        return asked
      }),

    async moveTo(next) {
      refuseWhileWriting()
      // Each organisation has its own share of the connections.
      const ending = next.schema === tenant.schema ? endTransaction() : giveConnectionBack()
      tenant = next
      await ending
    },

    async releaseConnection() {
      refuseWhileWriting()
      await giveConnectionBack()
    },

    async close() {
      if (closed) return
      closed = true
      await giveConnectionBack()
    },
  }
}

/**
 * BEGIN, search path and role are one query, which is sent right before the first one of the transaction. If a part of it fails,
 * the transaction is aborted or was never begun, and every later query fails too, so none can run in a wrong schema. Its result
 * is awaited with that of each query.
 */
export function enter(
  client: pg.PoolClient,
  tenant: TenantRef,
  mode: 'read only' | 'read write',
): Promise<unknown> {
  const [schema, role] = [tenant.schema, roleAt(client, tenant)].map((name) => pg.escapeIdentifier(name))
  const entered = client.query(`begin ${mode}; set local search_path to ${schema}; set local role ${role}`)
  entered.catch(() => {})
  return entered
}
