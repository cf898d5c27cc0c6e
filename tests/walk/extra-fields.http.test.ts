import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { connectAsOwner } from '#db/owner.ts'
import { addressOf, inOneFormat, type Route, routesOf } from '#tests/support/access/addresses.ts'
import { expected } from '#tests/support/access/expected.ts'
import type { Person } from '#tests/support/access/people.ts'
import { makeWorld, type World } from '#tests/support/access/world.ts'
import { builtProduct } from '#tests/support/product/http.ts'
import { share } from '#tests/support/run/soak.ts'

/**
 * A form takes its own fields and nothing else: posted together with every column that any table has, it does what it
 * does without them, and nothing of what came with it is anywhere afterwards. Of a form that many lists have, a share of
 * them is tried, and all in soak.
 */
const forms = inOneFormat(routesOf(await builtProduct())).filter(
  ({ row, hasAction }) => row.form && hasAction,
)
const routes = [...Map.groupBy(forms, ({ id }) => id)].flatMap(([id, alike]) => share(alike, 12, id))

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

let world: World
let extras: Record<string, string>
let owner: ReturnType<typeof connectAsOwner>

beforeAll(async () => {
  world = await makeWorld()
  const schemas = [world.home.place.schema, 'platform']
  owner = connectAsOwner(world.home.database.ownerUrl)
  await keepChanges(schemas)
  const { rows } = await sql<{ name: string; type: string }>`
    select distinct on (column_name) column_name as name, data_type as type from information_schema.columns
    where table_schema = any(${schemas})`.execute(owner)
  extras = Object.fromEntries(
    rows.map(({ name, type }) => [name, worthHaving[name] ?? hostile[kindOf(type)]]),
  )
})
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

type Row = Record<string, unknown>
/** A row that came or went; of one that was changed both. */
interface Change {
  name: string
  gone: Row | null
  come: Row | null
}

/** From here on the database keeps what becomes of each row: to read all of them anew at each form takes far longer. */
async function keepChanges(schemas: string[]): Promise<void> {
  await sql`create schema watching`.execute(owner)
  await sql`create table watching.change (id bigint generated always as identity primary key, name text, gone jsonb, come jsonb)`.execute(
    owner,
  )
  await sql`create function watching.keep() returns trigger language plpgsql security definer as $$
    begin
      insert into watching.change (name, gone, come) values (tg_table_name,
        case when tg_op <> 'INSERT' then to_jsonb(old) end, case when tg_op <> 'DELETE' then to_jsonb(new) end);
      return null;
    end $$`.execute(owner)
  const tables = await sql<{ schema: string; name: string }>`
    select nspname as schema, relname as name from pg_class join pg_namespace on pg_namespace.oid = relnamespace
    where nspname = any(${schemas}) and relkind in ('r', 'p') and not relispartition
      and relname not in ('rate_limit', 'operator_session')`.execute(owner)
  for (const { schema, name } of tables.rows)
    await sql`create trigger watching after insert or update or delete on ${sql.id(schema, name)}
      for each row execute function watching.keep()`.execute(owner)
}

/** The rows that are new or other than before, without what is another each time. */
async function changesBy(work: () => Promise<Response>) {
  const last = await sql<{ id: string }>`select coalesce(max(id), 0) as id from watching.change`.execute(
    owner,
  )
  const logged = world.web.log.length
  const response = await work()
  // one that breaks with and without them would be alike
  expect(world.web.log.slice(logged).filter(({ level }) => level >= 50)).toEqual([])
  const { rows } = await sql<Change>`
    select name, gone, come from watching.change where id > ${last.rows[0]!.id} order by id`.execute(owner)
  const times = new Map<string, number>()
  const count = (name: string, row: Row | null, by: number) => {
    if (!row) return
    // when a session was last used the database's clock decides
    const { last_used_at: _, ...rest } = row
    const key = JSON.stringify({ table: name, ...rest })
    times.set(key, (times.get(key) ?? 0) + by)
  }
  for (const { name, gone, come } of rows) {
    count(name, gone, -1)
    count(name, come, 1)
  }
  const raw = [...times].filter(([, n]) => n > 0).map(([row]) => row)
  const gone = [...times].filter(([, n]) => n < 0).map(([row]) => String(JSON.parse(row).table))
  return { status: response.status, raw, changed: raw.map(plain).sort(), gone: gone.sort() }
}

type Changes = Awaited<ReturnType<typeof changesBy>>

const areAlike = (one: Changes, other: Changes) =>
  isDeepStrictEqual([one.status, one.changed, one.gone], [other.status, other.changed, other.gone])

const plain = (row: string) =>
  row
    .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'ID')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.+]+/g, 'TIME')
    .replaceAll(
      /\b[a-km-np-z2-9]{26}\b|\bv1(\.[\w-]+){2,}|\\\\x[0-9a-f]+|"(request_id|family_code|register_code)": ?"[^"]*"|[A-F0-9]{64,}|LN(-[A-Z0-9]{4}){3}/g,
      'CHANCE',
    )
    .replaceAll(/\d+/g, '9')
    // what a setting keeps by ids, each kind of it once: it grows with every form that is sent
    .replaceAll(/(?:"ID":\{[^{}]*\},?){2,}/g, (all) => [...new Set(all.match(/\{[^{}]*\}/g))].sort().join())

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
    const more = Object.fromEntries(
      ['id', 'roles', 'status'].map((name) => [`items[0].${name}`, hostile.text]),
    )
    const withMore = async () => {
      const odd = await changesBy(await form({ ...foreign, ...more }))
      expect(odd.raw.filter((row) => marked.test(row))).toEqual([])
      return odd
    }
    if (route.api) {
      // a call says so when it is sent what it does not know
      expect(await withMore()).toMatchObject({ status: 422, changed: [], gone: [] })
      return
    }
    let usual = await changesBy(await form())
    let odd = await withMore()
    // the first of its kind may have begun a series of numbers, and then the second looks like another
    if (!areAlike(usual, odd)) {
      usual = await changesBy(await form())
      odd = await withMore()
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
