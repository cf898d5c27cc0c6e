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
  /** Ends everything and gives the connection back; any later use is an error. */
  close(): Promise<void>
}

interface Reading {
  db: Transaction<DB>
  end(): void
}

/**
 * At most one connection for a request, taken at its first query, and on it one transaction at a time. Place and
 * rights are local to the transaction and set in the same flight as BEGIN, so nothing outlives it.
 */
export function requestDatabase(pool: pg.Pool, at: Place): RequestDatabase {
  let place = at
  let connecting: Promise<pg.PoolClient> | undefined
  let reading: Promise<Reading> | undefined
  let broken: Error | undefined
  let ended = false

  const refuseAfterEnd = () => {
    if (ended) throw new Error('database used after the request ended')
  }
  const connect = () => {
    connecting ??= pool.connect().catch((error) => {
      connecting = undefined
      throw error
    })
    return connecting
  }
  const control = (client: pg.PoolClient, statement: string) =>
    client.query(statement).catch((error: Error) => {
      broken = error
      throw error
    })

  async function begin(mode: 'read only' | 'read write'): Promise<{ client: pg.PoolClient } & Reading> {
    const client = await connect()
    refuseAfterEnd()
    let open = true
    const entered = enter(client, place, mode)
    entered.catch(() => {})
    const guard = () => {
      refuseAfterEnd()
      if (!open) throw new Error('transaction used after its end')
    }
    const db = boundTransaction(client, place, guard)
    return {
      client,
      db,
      end: () => {
        open = false
      },
    }
  }

  async function stopReading() {
    const current = reading
    reading = undefined
    if (!current) return
    const opened = await current.catch(() => undefined)
    if (!opened) return
    opened.end()
    await control(await connect(), 'rollback').catch(() => {})
  }

  return {
    async read() {
      refuseAfterEnd()
      reading ??= begin('read only').catch((error) => {
        reading = undefined
        throw error
      })
      return (await reading).db
    },

    async write(work) {
      refuseAfterEnd()
      await stopReading()
      const { client, db, end } = await begin('read write')
      try {
        const result = await work(db)
        end()
        const { command } = await control(client, 'commit')
        // Postgres answers the COMMIT of a failed transaction with ROLLBACK and no error.
        if (command === 'ROLLBACK')
          throw new Error('transaction was aborted by an error that somebody caught')
        return result
      } catch (error) {
        end()
        await control(client, 'rollback').catch(() => {})
        throw error
      }
    },

    async moveTo(next) {
      refuseAfterEnd()
      await stopReading()
      place = next
    },

    async close() {
      if (ended) return
      ended = true
      await stopReading()
      const client = await connecting?.catch(() => undefined)
      if (client) giveBack(pool, client, broken)
    },
  }
}

/**
 * BEGIN and the place travel in one flight, ahead of the first query. When one of them fails, the transaction is
 * aborted or has no tenant on its path, and every query after it fails too: closed, never open.
 */
export function enter(
  client: pg.PoolClient,
  place: Place,
  mode: 'read only' | 'read write',
): Promise<unknown> {
  const begun = client.query(`begin ${mode}`)
  begun.catch(() => {})
  return client.query({
    name: 'enter',
    text: "select set_config('search_path', $1, true), set_config('role', $2, true)",
    values: [place.schema, place.role],
  })
}
