import fc from 'fast-check'
import { type Kysely, sql } from 'kysely'
import type pg from 'pg'
import { beforeAll, describe, expect, test } from 'vitest'
import { requestDatabase } from '#db/request-database.ts'
import type { DB } from '#db/types.ts'
import { ownPool, unclean } from '#tests/support/database/own-pool.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { soaking } from '#tests/support/run/soak.ts'

/**
 * What a request may do with its database, written as short programs. `again` asks once more in the transaction that
 * was read in last; `waits` is whether the program waits for a step before it goes on.
 */
const verbs = ['read', 'again', 'write', 'move', 'rest', 'close'] as const
interface Step {
  verb: (typeof verbs)[number]
  waits: boolean
}
const steps: Step[] = verbs.flatMap((verb) => [
  { verb, waits: true },
  { verb, waits: false },
])

let tenants: [Tenant, Tenant]
beforeAll(async () => {
  tenants = [await freshTenant(), await freshTenant()]
})

/** Where a query was looked at, or why it was not. */
type Told = { schema: string; role: string; branch: string } | { refused: string }
const refusals =
  /^(database used after the request ended|transaction has ended|a write is running: use its transaction|the request ended before its transaction)$/

const where = async (db: Kysely<DB>): Promise<Told> => {
  const { rows } = await sql<Exclude<Told, { refused: string }>>`
    select current_schema() as schema, current_user::text as role, (select id from branch) as branch`.execute(
    db,
  )
  return rows[0]!
}
const told = (asking: Promise<Told>): Promise<Told> =>
  asking.catch((error: Error) => ({ refused: error.message }))

interface Query {
  /** The place of the request when the query was asked for, once it is known whether each move was refused. */
  from: number
  told: Promise<Told>
  /** Nothing came between that could have refused it. */
  undisturbed: boolean
}

/** Runs a program on a pool with room for more than one connection, and holds what it does against the promises. */
async function judge(pool: pg.Pool, program: readonly Step[]): Promise<void> {
  let [held, most] = [0, 0]
  const taken = () => {
    held += 1
    most = Math.max(most, held)
  }
  const back = () => {
    held -= 1
  }
  pool.on('acquire', taken).on('release', back)

  const database = requestDatabase(pool, tenants[0].place)
  const moves: { to: Tenant; done: Promise<boolean> }[] = []
  const queries: Query[] = []
  const running: Promise<unknown>[] = []
  let last: { db: Kysely<DB>; from: number } | undefined
  let disturbed = false
  let moved = 0

  for (const { verb, waits } of program) {
    const from = moves.length
    let doing: Promise<unknown>
    if (verb === 'read') {
      const answer = told(
        database.read().then((db) => {
          last = { db, from }
          return where(db)
        }),
      )
      queries.push({ from, told: answer, undisturbed: waits && !disturbed })
      doing = answer
    } else if (verb === 'again') {
      doing = Promise.resolve()
      if (last) {
        const answer = told(where(last.db))
        queries.push({ from, told: answer, undisturbed: false })
        doing = answer
      }
    } else if (verb === 'write') {
      const answer = told(database.write(where))
      queries.push({ from, told: answer, undisturbed: waits && !disturbed })
      doing = answer
    } else if (verb === 'move') {
      moved += 1
      const to = tenants[moved % 2]!
      const done = database.moveTo(to.place).then(
        () => true,
        () => false,
      )
      moves.push({ to, done })
      doing = done
    } else doing = (verb === 'rest' ? database.releaseConnection() : database.close()).catch(() => {})
    if (!waits || verb === 'close') disturbed = true
    running.push(doing)
    if (waits) await doing
  }

  await Promise.all(running)
  await database.close()
  pool.off('acquire', taken).off('release', back)
  const places = [tenants[0]]
  for (const { to, done } of moves) places.push((await done) ? to : places.at(-1)!)
  for (const { from, told: asked, undisturbed } of queries) {
    const answer = await asked
    const { place, branch } = places[from]!
    if ('refused' in answer) {
      expect(answer.refused).toMatch(refusals)
      expect(undisturbed).toBe(false)
    } else expect(answer).toEqual({ schema: place.schema, role: place.role, branch: branch.id })
  }
  expect([most <= 1, held]).toEqual([true, 0])
  expect([pool.totalCount - pool.idleCount, pool.waitingCount]).toEqual([0, 0])
  expect(unclean).toEqual([])
}

describe('whatever a request does, awaited or not, each query is looked at where the request was', () => {
  test(`every program of ${soaking ? 'four' : 'two'} steps`, async () => {
    const pool = await ownPool({ max: 3 })
    const after = (programs: Step[][]) => programs.flatMap((one) => steps.map((step) => [...one, step]))
    let programs: Step[][] = [[]]
    for (let length = 0; length < (soaking ? 4 : 2); length++) {
      programs = after(programs)
      for (const program of programs)
        await judge(pool, program).catch((error) => {
          throw new Error(JSON.stringify(program), { cause: error })
        })
    }
  })

  test('longer ones', async () => {
    const pool = await ownPool({ max: 3 })
    const program = fc.array(fc.constantFrom(...steps), { minLength: 3, maxLength: 8 })
    await fc.assert(
      fc.asyncProperty(program, (one) => judge(pool, one)),
      { numRuns: soaking ? 20_000 : 250 },
    )
  })
})
