import type { Kysely, Transaction } from 'kysely'
import pg from 'pg'
import { boundTransaction } from './bound.ts'
import { giveBack, roleAt, type TenantRef, takeConnection } from './pool.ts'
import type { DB } from './types.ts'

export interface RequestDatabase {
  /** The read-only transaction that all loaders of this request share. */
  read(): Promise<Kysely<DB>>
  /**
   * One read-write transaction: commits when `work` resolves, else rolls back. Work that says `last` has asked everything:
   * COMMIT travels behind it in the same flight, and what it asks later is refused. Postgres commits nothing of it where
   * any of it failed; what fails only here, once the answer is read, has been committed.
   */
  write<R>(work: (trx: Transaction<DB>, last: Last) => Promise<R>): Promise<R>
  /** The same in a single flight, for work that has asked everything by the time it returns its promise. */
  writeAtOnce<R>(work: (trx: Transaction<DB>) => Promise<R>): Promise<R>
  /** Ends the open transaction; what follows works at another place, within the share of its organisation. */
  moveTo(place: TenantRef): Promise<void>
  /** Gives the connection back while something outside is waited for; the next use takes one again. */
  rest(): Promise<void>
  /** Ends everything and gives the connection back; any later use is an error. */
  close(): Promise<void>
}

/** Says that a transaction has been asked everything, so that its COMMIT need not wait for the answers. */
export type Last = () => void

/** One transaction, from the moment at which it was asked for. */
interface Turn {
  opened: Promise<Transaction<DB>>
  /** Ends it and tells which command ended it; the first call decides, and from then on no query is taken. */
  finish(how: 'commit' | 'rollback'): Promise<string>
}

/**
 * At most one connection for a request, taken at its first query, and on it one transaction at a time. Place and
 * rights are local to the transaction and set in the same flight as BEGIN, so nothing outlives it. Each call means the
 * request as it is at that moment and comes after all that was called before it, awaited or not.
 */
export function requestDatabase(pool: pg.Pool, at: TenantRef): RequestDatabase {
  let place = at
  let connection: Promise<pg.PoolClient> | undefined
  let running: Turn | undefined
  /** Over when all that was ended has ended at the server, and what was let go is back in the pool. */
  let settled: Promise<void> = Promise.resolve()
  let writing = false
  let ended = false
  const broken = new WeakMap<pg.PoolClient, Error>()

  const refuseAfterEnd = () => {
    if (ended) throw new Error('database used after the request ended')
  }
  const refuse = () => {
    refuseAfterEnd()
    // A BEGIN inside a transaction would join it, and the end of the inner one would end the outer.
    if (writing) throw new Error('a write is running: use its transaction')
  }

  function connect(): Promise<pg.PoolClient> {
    if (connection) return connection
    const here = place
    const taking = settled.then(() => takeConnection(pool, here))
    connection = taking
    taking.catch(() => {
      if (connection === taking) connection = undefined
    })
    return taking
  }

  function begin(mode: 'read only' | 'read write'): Turn {
    const here = place
    const before = settled
    const connected = connect()
    let finishing: Promise<string> | undefined
    const guard = () => {
      if (!finishing) return
      refuseAfterEnd()
      throw new Error('transaction has ended')
    }
    const entering = Promise.all([connected, before]).then(([client]) => {
      refuseAfterEnd()
      const entered = enter(client, here, mode)
      return { client, entered, db: boundTransaction(client, here, entered, guard) }
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

  function endRunning(): Promise<void> {
    const ending = running?.finish('rollback')
    running = undefined
    settled = Promise.allSettled([settled, ending]).then(() => {})
    return settled
  }

  function letGo(): Promise<void> {
    const taken = connection
    connection = undefined
    settled = endRunning().then(async () => {
      const client = await taken?.catch(() => undefined)
      if (client) giveBack(pool, client, broken.get(client))
    })
    return settled
  }

  async function carriedOut<R>(
    { opened, finish }: Turn,
    work: (trx: Transaction<DB>, last: Last) => Promise<R>,
  ): Promise<R> {
    try {
      const result = await work(await opened, () => void finish('commit').catch(() => {}))
      const command = await finish('commit')
      if (ended && command !== 'COMMIT') throw new Error('the request ended before its transaction')
      // Postgres answers the COMMIT of a failed transaction with ROLLBACK and no error.
      if (command !== 'COMMIT') throw new Error('transaction was aborted by an error that somebody caught')
      return result
    } catch (error) {
      await finish('rollback').catch(() => {})
      throw error
    }
  }

  async function write<R>(work: (trx: Transaction<DB>, last: Last) => Promise<R>): Promise<R> {
    refuse()
    writing = true
    endRunning()
    running = begin('read write')
    try {
      return await carriedOut(running, work)
    } finally {
      running = undefined
      writing = false
    }
  }

  return {
    async read() {
      refuse()
      running ??= begin('read only')
      const turn = running
      try {
        return await turn.opened
      } catch (error) {
        if (running === turn) running = undefined
        throw error
      }
    },

    write,
    writeAtOnce: (work) =>
      write((trx, last) => {
        const asked = work(trx)
        last()
        return asked
      }),

    async moveTo(next) {
      refuse()
      // Another organisation has a share of its own.
      const ending = next.schema === place.schema ? endRunning() : letGo()
      place = next
      await ending
    },

    async rest() {
      refuse()
      await letGo()
    },

    async close() {
      if (ended) return
      ended = true
      await letGo()
    },
  }
}

/**
 * BEGIN, place and role are one query, which travels ahead of the first one in its flight. When a part of it fails, the
 * transaction is aborted or there is none, and every query after it fails too: closed, never open. The answer is awaited
 * with that of each query.
 */
export function enter(
  client: pg.PoolClient,
  place: TenantRef,
  mode: 'read only' | 'read write',
): Promise<unknown> {
  const [schema, role] = [place.schema, roleAt(client, place)].map((name) => pg.escapeIdentifier(name))
  const entered = client.query(`begin ${mode}; set local search_path to ${schema}; set local role ${role}`)
  entered.catch(() => {})
  return entered
}
