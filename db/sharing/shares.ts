import type pg from 'pg'

/** Nobody gave back a connection in time to a party that had its share, or there was none at all. */
export class ConnectionsTaken extends Error {
  override name = 'ConnectionsTaken'
  readonly code = 'CONNECTIONS_TAKEN'
  constructor(message = 'no connection was free in time') {
    super(message)
  }
}

export interface Shares {
  /**
   * Room for one connection of a party; call what it returns when the connection is back. Refuses (ConnectionsTaken)
   * when there was none within the pool's time.
   */
  take(party: string): Promise<() => void>
  /** How many wait, of all parties. */
  waiting(): number
}

interface Waiting {
  turn: number
  goAhead(leave: () => void): void
}

interface Party {
  held: number
  waiting: Set<Waiting>
}

/**
 * Who may have how many of `size` connections; a party is an organisation, or the platform. One takes another connection
 * only while more are free than it has already, and one that has fewer goes before one that has more. So:
 * - alone, a party has half of them at most, rounded up, however many of its requests wait;
 * - one that has none gets the next free one, whoever came before;
 * - while k parties give nothing back, size / 2^k (rounded down) are left: the last of them to take one had h before and
 *   saw more than h free, so without it there were at most 2f + 1, where f are free now; and so on for the others.
 */
export function makeShares(size: number, waitMs: number): Shares {
  const parties = new Map<string, Party>()
  let free = size
  let turns = 0

  function next(): Party | undefined {
    let best: Party | undefined
    for (const party of parties.values()) {
      if (party.waiting.size === 0 || party.held >= free) continue
      if (!best || party.held < best.held || (party.held === best.held && turnOf(party) < turnOf(best)))
        best = party
    }
    return best
  }

  function serve() {
    for (let party = next(); party; party = next()) {
      const [first] = party.waiting
      party.waiting.delete(first!)
      party.held += 1
      free -= 1
      first!.goAhead(leaver(party))
    }
    for (const [name, { held, waiting }] of parties)
      if (held === 0 && waiting.size === 0) parties.delete(name)
  }

  function leaver(party: Party) {
    let left = false
    return () => {
      if (left) return
      left = true
      party.held -= 1
      free += 1
      serve()
    }
  }

  return {
    take(name) {
      const party = parties.get(name) ?? { held: 0, waiting: new Set() }
      parties.set(name, party)
      return new Promise((resolve, reject) => {
        const waiting: Waiting = {
          turn: turns++,
          goAhead(leave) {
            clearTimeout(timer)
            resolve(leave)
          },
        }
        const timer = setTimeout(() => {
          party.waiting.delete(waiting)
          reject(new ConnectionsTaken(`no connection was free for ${name} within ${waitMs} ms`))
        }, waitMs)
        party.waiting.add(waiting)
        serve()
      })
    },
    waiting: () => [...parties.values()].reduce((sum, { waiting }) => sum + waiting.size, 0),
  }
}

const turnOf = ({ waiting }: Party): number => {
  const [first] = waiting
  return first!.turn
}

const made = new WeakMap<pg.Pool, Shares>()

/** The same for whoever asks. */
export function sharesOf(pool: pg.Pool): Shares {
  const known = made.get(pool)
  if (known) return known
  const shares = makeShares(pool.options.max, pool.options.connectionTimeoutMillis ?? 0)
  made.set(pool, shares)
  return shares
}
