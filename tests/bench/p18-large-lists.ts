import pg from 'pg'
import { invoiceList } from '#app/domain/billing/invoices/find-invoices.ts'
import { roles } from '#app/domain/core/access/access.ts'
import type { Filters } from '#app/domain/core/lists/filters.ts'
import type { List, Reader } from '#app/domain/core/lists/list.ts'
import { pageOf } from '#app/domain/core/lists/read-list.ts'
import { keyringOf } from '#app/domain/core/secrets.ts'
import { searchFamilies } from '#app/domain/people/families/search-families.ts'
import { studentList } from '#app/domain/people/students/find-students.ts'
import type { Place } from '#db/pool.ts'
import { types } from '#db/pool.ts'
import { type RequestDatabase, requestDatabase } from '#db/request-database.ts'
import { atLeast, atMost, exact, type Findings, ratio } from './benchmark.ts'
import { allInvoices, type Bare, families, invoices, invoicesLookedThrough, students } from './large/bare.ts'
import { fill, size } from './large/fill.ts'
import { newTenants } from './new-tenants.ts'
import { inTurns, median, medianRatios, type Side } from './rounds.ts'
import type { Stage } from './stage.ts'

export const title = 'Lists and searches of a school with 15,000 students and 200,000 invoices'

/** What is typed: a name that some have, one that a few have, a number, and what nobody has. */
const typed = ['Priya Tan 14', 'Hafiz Wong', '26-123456', '2612345', 'Zainal 999', 'tiada orang']
/** Of what looks at every row. */
const few = { texts: typed.slice(0, 1), times: 3 }
const all = { scope: 'all', user_id: '', branch_ids: [], parent_id: null } as const
const reader: Reader = { scope: all, roles, today: new Date().toISOString().slice(0, 10) }
const ring = keyringOf(Buffer.alloc(32, 7))

type Ids = string[]

/**
 * What a page of the product reads from the database, sums and counts of its tabs included, beside the same by
 * statements that are written by hand, prepared, and sent one after the other by the owner of the tables.
 */
export async function measure(stage: Stage): Promise<Findings> {
  const { ownerUrl, pool } = await stage.database()
  const [place] = await newTenants(ownerUrl, 1)
  if (!place) throw new Error('an organisation was asked for')
  await fill(ownerUrl, place)
  const owner = new pg.Pool({ connectionString: ownerUrl, max: 1, types })
  owner.on('connect', (client) => void client.on('error', () => {}))
  stage.atEnd(() => owner.end())
  const page = (work: (database: RequestDatabase) => Promise<Ids>) => reading(pool, place, work)
  const bare = (statements: Bare[]) => byHand(owner, statements)
  const like = (text: string) => `%${text}%`
  const { schema } = place
  const ours = {
    invoices: (text: string) => page((database) => listed(database, invoiceList, text)),
    students: (text: string) => page((database) => listed(database, studentList, text)),
    families: (text: string) =>
      page(async (database) => {
        const keys = { ring, place: schema }
        return (await searchFamilies(await database.read(), all, keys, text)).rows.map(({ id }) => id)
      }),
    everything: () => page((database) => listed(database, invoiceList, '')),
  }
  const hand = {
    invoices: (text: string) => bare(invoices(schema, like(text))),
    students: (text: string) => bare(students(schema, like(text))),
    families: (text: string) => bare(families(schema, like(text))),
    everything: () => bare(allInvoices(schema)),
  }
  const wrong = await differing(ours, hand)
  const ms = await inTurns(
    {
      invoices: each(ours.invoices),
      bareInvoices: each(hand.invoices),
      lookedThrough: each((text) => bare(invoicesLookedThrough(schema, like(text))), few),
      students: each(ours.students),
      bareStudents: each(hand.students),
      families: each(ours.families),
      bareFamilies: each(hand.families),
      everything: each(ours.everything, few),
      bareEverything: each(hand.everything, few),
    },
    { rounds: 9, budgetMs: 60_000 },
  )
  return {
    figures: [
      ratio('searching invoices ÷ by hand', medianRatios(ms.invoices, ms.bareInvoices), atMost(1.5)),
      ratio(
        'searching invoices: faster than looking through them',
        medianRatios(ms.lookedThrough, ms.invoices),
        atLeast(10),
      ),
      ratio('searching students ÷ by hand', medianRatios(ms.students, ms.bareStudents), atMost(1.5)),
      ratio(
        'searching families ÷ by hand, names alone',
        medianRatios(ms.families, ms.bareFamilies),
        atMost(2.5),
      ),
      ratio('all invoices ÷ by hand', medianRatios(ms.everything, ms.bareEverything), atMost(1.5)),
      exact('pages with other rows than by hand', wrong, 'pages', atMost(0)),
    ],
    notes: [
      `${size.students} students, ${size.parents} parents, ${size.invoices} invoices, ${size.payments} payments`,
      `one here: ${shown(ms.invoices)} a search of invoices, ${shown(ms.students)} of students, ` +
        `${shown(ms.families)} of families, ${shown(ms.everything)} all invoices`,
    ],
  }
}

const shown = (times: number[]) => `${median(times).toFixed(1)} ms`

/**
 * Milliseconds for what is typed, on average, each by the median of a few times, since on a busy machine one takes ten
 * times as long as the others.
 */
function each(ask: (text: string) => Promise<unknown>, { texts = typed, times = 9 } = {}): Side {
  return async () => {
    let sum = 0
    for (const text of texts) {
      const taken = []
      while (taken.length < times) {
        const begun = performance.now()
        await ask(text)
        taken.push(performance.now() - begun)
      }
      sum += median(taken)
    }
    return sum / texts.length
  }
}

async function reading(
  pool: pg.Pool,
  place: Place,
  work: (database: RequestDatabase) => Promise<Ids>,
): Promise<Ids> {
  const database = requestDatabase(pool, place)
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

/** The rows of a page and its tabs, as the loader of a list asks for them. */
async function listed<F extends Filters<Reader>, Row extends object, Raw extends object>(
  database: RequestDatabase,
  list: List<Reader, unknown, F, Row, Raw>,
  q: string,
): Promise<Ids> {
  const search = list.search.parse({ q })
  const db = await database.read()
  const { rows } = await pageOf(list, db, reader, search)
  return rows.map((row) => (row as unknown as { id: string }).id)
}

async function byHand(owner: pg.Pool, statements: Bare[]): Promise<Ids> {
  const answers = []
  for (const { text, values } of statements)
    answers.push(await owner.query({ text, values, name: nameOf(text) }))
  return answers[0]!.rows.map(({ id }) => id)
}

const known = new Map<string, string>()
/** Prepared once, as ours are. */
function nameOf(text: string): string {
  const name = known.get(text) ?? `bare-${known.size}`
  known.set(text, name)
  return name
}

type Ask = (text: string) => Promise<Ids>

/** How often a search finds other rows than its statement; of families both find the first twenty. */
async function differing(ours: Record<string, Ask>, hand: Record<string, Ask>): Promise<number> {
  let wrong = 0
  for (const text of typed)
    for (const kind of ['invoices', 'students'] as const) {
      const [a, b] = [await ours[kind]!(text), await hand[kind]!(text)]
      if (a.join() !== b.join()) wrong += 1
    }
  return wrong
}
