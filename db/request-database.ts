import type { Kysely, Transaction } from 'kysely'
import type pg from 'pg'
import { boundTransaction } from './bound.ts'
import { giveBack, type Place } from './pool.ts'
import type { DB } from './types.ts'

export interface RequestDatabase {
  /** The read-only transaction that all loaders of this request share. */
  read(): Promise<Kysely<DB>>
  /** One read-write transaction: commits when `work` resolves, else rolls back. */
  write<R>(work: (trx: Transaction<DB>) => Promise<R>): Promise<R>
  /** Ends the open transaction; what follows works at another place, on the same connection. */
  moveTo(place: Place): Promise<void>
  /** Gives the connection back while something outside is waited for; the next use takes one again. */
  rest(): Promise<void>
  /** Ends everything and gives the connection back; any later use is an error. */
  close(): Promise<void>
}

interface Running {
  db: Transaction<DB>
  /** Ends the transaction and tells which command ended it; the first call decides. */
  finish(how: 'commit' | 'rollback'): Promise<string>
}

/**
 * At most one connection for a request, taken at its first query, and on it one transaction at a time. Place and
 * rights are local to the transaction and set in the same flight as BEGIN, so nothing outlives it.
 */
export function requestDatabase(pool: pg.Pool, at: Place): RequestDatabase {
  let place = at
  let connecting: Promise<pg.PoolClient> | undefined
  let running: Promise<Running> | undefined
  let stopped: Promise<void> | undefined
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

  const connect = () => {
    connecting ??= pool.connect().catch((error) => {
      connecting = undefined
      throw error
    })
    return connecting
  }

  async function begin(mode: 'read only' | 'read write'): Promise<Running> {
    refuseAfterEnd()
    const before = stopped
    const client = await connect()
    await before
    refuseAfterEnd()
    const entered = enter(client, place, mode)
    let finishing: Promise<string> | undefined
    const send = async (how: 'commit' | 'rollback') => {
      const { command } = await client.query(how).catch((error: Error) => {
        broken.set(client, error)
        throw error
      })
      if (how === 'commit') await entered
      return command
    }
    const guard = () => {
      if (!finishing) return
      refuseAfterEnd()
      throw new Error('transaction has ended')
    }
    return {
      db: boundTransaction(client, place, entered, guard),
      finish(how) {
        finishing ??= send(how)
        return finishing
      },
    }
  }

  function stopRunning(): Promise<void> {
    const current = running
    running = undefined
    const stop = async () => {
      const opened = await current?.catch(() => undefined)
      await opened?.finish('rollback').catch(() => {})
    }
    stopped = stop()
    return stopped
  }

  async function letGo() {
    const taken = connecting
    connecting = undefined
    await stopRunning()
    const client = await taken?.catch(() => undefined)
    if (client) giveBack(pool, client, broken.get(client))
  }

  async function inTransaction<R>(work: (trx: Transaction<DB>) => Promise<R>): Promise<R> {
    await stopRunning()
    running = begin('read write')
    const { db, finish } = await running
    try {
      const result = await work(db)
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

  return {
    async read() {
      refuse()
      running ??= begin('read only').catch((error) => {
        running = undefined
        throw error
      })
      return (await running).db
    },

    async write(work) {
      refuse()
      writing = true
      try {
        return await inTransaction(work)
      } finally {
        running = undefined
        writing = false
      }
    },

    async moveTo(next) {
      refuse()
      const stopping = stopRunning()
      place = next
      await stopping
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
 * BEGIN and the place travel in one flight, ahead of the first query. When one of them fails, the transaction is
 * aborted or has no tenant on its path, and every query after it fails too: closed, never open. The answer is awaited
 * with that of each query.
 */
export function enter(
  client: pg.PoolClient,
  place: Place,
  mode: 'read only' | 'read write',
): Promise<unknown> {
  const begun = client.query(`begin ${mode}`)
  const placed = client.query({
    name: 'enter',
    text: "select set_config('search_path', $1, true), set_config('role', $2, true)",
    values: [place.schema, place.role],
  })
  const entered = Promise.all([begun, placed])
  entered.catch(() => {})
  return entered
}
