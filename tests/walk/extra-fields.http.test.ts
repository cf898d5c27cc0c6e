import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { connectAsOwner } from '#db/owner.ts'
import { addressOf, type Route, routesOf } from '#tests/support/access/addresses.ts'
import { expected } from '#tests/support/access/expected.ts'
import type { Person } from '#tests/support/access/people.ts'
import { makeWorld, type World } from '#tests/support/access/world.ts'
import { builtProduct } from '#tests/support/product/http.ts'

/**
 * A form takes its own fields and nothing else: posted together with every column that any table has, it does what it
 * does without them, and nothing of what came with it is anywhere afterwards.
 */
const routes = routesOf(await builtProduct()).filter(({ row, hasAction }) => row.form && hasAction)

/** What the columns are filled with: values that no row of the test has. */
const hostile = {
  number: '424242',
  text: 'PELAMPAU',
  uuid: '42424242-4242-7242-8242-424242424242',
  date: '2004-02-04',
  instant: '2004-02-04T04:24:24Z',
  boolean: 'true',
  json: '{"PELAMPAU":424242}',
} as const
/** Where a column takes some words only, a word that would be worth having. */
const worthHaving: Record<string, string> = {
  status: 'paid',
  roles: 'superadmin',
  role: 'owner',
  method: 'cash',
  locale: 'my',
}
const marked = /424242|PELAMPAU|2004-02-04/

type Owner = ReturnType<typeof connectAsOwner>
type Rows = Map<string, Record<string, unknown>>
let world: World
let extras: Record<string, string>
let schemas: string[]
/** One connection for all questions: a new one would have to learn all tables first. */
let owner: Owner
let question: Awaited<ReturnType<typeof questionOf>>

beforeAll(async () => {
  world = await makeWorld()
  schemas = [world.home.place.schema, 'platform']
  owner = connectAsOwner(world.home.database.ownerUrl)
  question = await questionOf(owner)
  const { rows } = await sql<{ name: string; type: string }>`
    select distinct on (column_name) column_name as name, data_type as type from information_schema.columns
    where table_schema = any(${schemas})`.execute(owner)
  extras = Object.fromEntries(
    rows.map(({ name, type }) => [name, worthHaving[name] ?? hostile[kindOf(type)]]),
  )
}, 120_000)
afterAll(() => owner.destroy())

// the same list asked for twice within a minute is one document, so no minute may end between two posts
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date() })
})
afterEach(() => {
  vi.useRealTimers()
})

function kindOf(type: string): keyof typeof hostile {
  if (/int|numeric/.test(type)) return 'number'
  if (type === 'uuid') return 'uuid'
  if (type === 'date') return 'date'
  if (type.startsWith('timestamp')) return 'instant'
  if (type === 'boolean') return 'boolean'
  return type === 'jsonb' ? 'json' : 'text'
}

/** Asks for every row of the organisation and of the platform; one question, as it is asked some hundred times. */
async function questionOf(owner: Owner) {
  const tables = await sql<{ schema: string; name: string }>`
    select schemaname as schema, tablename as name from pg_tables
    where schemaname = any(${schemas}) and tablename not in ('rate_limit', 'operator_session')`.execute(owner)
  const each = tables.rows.map(
    ({ schema, name }) => sql`
      select ${sql.lit(name)} as name, to_jsonb(row) as row from ${sql.id(schema, name)} as row`,
  )
  return sql<{ name: string; row: Record<string, unknown> }>`${sql.join(each, sql` union all `)}`
}

/** Every row, by table and content; but for when a session was last used, which the database's clock decides. */
async function everything(): Promise<Rows> {
  const { rows } = await question.execute(owner)
  return new Map(
    rows.map(({ name, row: { last_used_at: _, ...row } }) => [
      `${name} ${JSON.stringify(row)}`,
      { table: name, ...row },
    ]),
  )
}

/** The rows that are new or other than before, without what is another each time. */
async function changesBy(work: () => Promise<Response>) {
  const before = await everything()
  const response = await work()
  const after = await everything()
  const changed = [...after].filter(([key]) => !before.has(key)).map(([, row]) => JSON.stringify(row))
  const gone = [...before].filter(([key]) => !after.has(key)).map(([, row]) => String(row.table))
  return { status: response.status, raw: changed, changed: changed.map(plain).sort(), gone: gone.sort() }
}

const plain = (row: string) =>
  row
    .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'ID')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.+]+/g, 'TIME')
    .replaceAll(
      /\b[a-km-np-z2-9]{26}\b|\bv1(\.[\w-]+){2,}|\\\\x[0-9a-f]+|"(request_id|family_code)": ?"[^"]*"|[A-F0-9]{64,}|LN(-[A-Z0-9]{4}){3}/g,
      'CHANCE',
    )
    .replaceAll(/\d+/g, '9')

/** Whoever may do this, about an object of their own; what everybody may is done by somebody without a session. */
const whoMay = (route: Route): Person | undefined =>
  world.people.find(
    (person) =>
      (route.access !== 'guest' || person.profile === 'none') &&
      expected(route, person, 'sends a form', route.row.of ? 'own' : undefined) === 'proceeds',
  )

describe.each(routes.map((route) => [route.id, route] as const))('%s', (_, route) => {
  test('takes nothing that its form does not have', async () => {
    const person = whoMay(route)
    if (!person) throw new Error('nobody may send this form')
    const isOwn = (name: string) => route.row.schema && Object.hasOwn(route.row.schema.shape, name)
    const foreign = Object.fromEntries(Object.entries(extras).filter(([name]) => !isOwn(name)))
    const form = async (more: Record<string, string> = {}) => {
      const thing = route.row.of && (await world.another(route.row.of))
      const body = { ...more, ...route.row.form!(thing ?? { id: '' }) }
      return () => world.send(person, route.method, addressOf(route, thing), { body })
    }
    // the first of its kind may begin a series of numbers
    await (await form())()
    const usual = await changesBy(await form())
    const more = Object.fromEntries(
      ['id', 'roles', 'status'].map((name) => [`items[0].${name}`, hostile.text]),
    )
    const odd = await changesBy(await form({ ...foreign, ...more }))
    expect(odd.raw.filter((row) => marked.test(row))).toEqual([])
    if (route.api) {
      // a call says so when it is sent what it does not know
      expect(odd).toMatchObject({ status: 422, changed: [], gone: [] })
      return
    }
    expect(odd.status).toBe(usual.status)
    expect(odd.changed).toEqual(usual.changed)
    expect(odd.gone).toEqual(usual.gone)
  })
})

test('there are many columns to try, and a form that took one would be found', async () => {
  expect(Object.keys(extras).length).toBeGreaterThan(150)
  const category = await world.another('category')
  const { raw } = await changesBy(async () => {
    await world.home.write((trx) =>
      trx.updateTable('category').set({ description: hostile.text }).where('id', '=', category.id).execute(),
    )
    return new Response()
  })
  expect(raw.some((row) => marked.test(row))).toBe(true)
})
