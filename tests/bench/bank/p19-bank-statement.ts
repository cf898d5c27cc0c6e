import { sql, type Transaction } from 'kysely'
import { findDirectory } from '#app/domain/payments/bank-statements/matching/directory.ts'
import { judgeLines } from '#app/domain/payments/bank-statements/matching/judge-lines.ts'
import { newId } from '#db/id.ts'
import { inPlace } from '#db/in-place.ts'
import type { Place } from '#db/pool.ts'
import type { DB } from '#db/types.ts'
import { type DrawnLine, drawFamilies, drawStatement } from '#tests/support/bank/drawn-statement.ts'
import { atLeast, atMost, exact, type Findings, local, ratio } from '../benchmark.ts'
import { newTenants } from '../new-tenants.ts'
import { inTurns, median, ratios } from '../rounds.ts'
import type { Database, Stage } from '../stage.ts'

export const title = 'Matching the lines of a bank statement with families'

const familyCount = 3_000
const lineCount = 10_000
/** One line in so many is asked for in the plain way. */
const share = 50

/**
 * The matcher with all that it asks of the database, without posting: what each of ten thousand lines is, among three
 * thousand families. Beside it what one would write first, a query for each line that looks for a code in its text.
 */
export async function measure(stage: Stage): Promise<Findings> {
  const database = await stage.database()
  const [place] = await newTenants(database.ownerUrl, 1)
  const families = drawFamilies(17, familyCount)
  const ids = await fill(database, place!, families)
  const lines = drawStatement(17, families, lineCount).filter(({ side }) => side === 'credit')
  const counts = { certain: 0, wrong: 0 }
  const match = () => inPlace(database.pool, place!, (trx) => msOfMatching(trx, lines, ids, counts))
  // Some of the lines are enough to know what one costs.
  const some = lines.slice(0, lines.length / share)
  const plain = () => inPlace(database.pool, place!, (trx) => msOfPlain(trx, some))
  await match()
  const ms = await inTurns(
    { match, plain: async () => (await plain()) * share },
    { rounds: 7, budgetMs: 120_000 },
  )
  return {
    figures: [
      ratio('the matcher ÷ a query a line', ratios(ms.match, ms.plain), atMost(0.1)),
      local(
        `${lines.length.toLocaleString('en')} lines that came in, matched`,
        median(ms.match) / 1_000,
        's',
        atMost(5),
      ),
      exact('lines that would be posted wrongly', counts.wrong, 'lines', atMost(0)),
      exact('lines that would post themselves', counts.certain, 'lines', atLeast(lines.length * 0.2)),
    ],
    notes: [
      `${lineCount.toLocaleString('en')} lines of a statement, ${familyCount.toLocaleString('en')} families`,
    ],
  }
}

async function msOfMatching(
  trx: Transaction<DB>,
  lines: readonly DrawnLine[],
  ids: ReadonlyMap<string, string>,
  counts: { certain: number; wrong: number },
): Promise<number> {
  const begun = performance.now()
  Object.assign(counts, { certain: 0, wrong: 0 })
  const directory = await findDirectory(trx, null)
  const about = { statement_id: newId(), branch_id: null, addsUp: true }
  for (let from = 0; from < lines.length; from += 1_000)
    await judgeLines(
      trx,
      about,
      directory,
      lines.slice(from, from + 1_000),
      async ({ truth }, { certain, family }) => {
        if (certain) counts.certain++
        if (certain && family !== ids.get(truth ?? '')) counts.wrong++
        return false
      },
    )
  return performance.now() - begun
}

async function msOfPlain(trx: Transaction<DB>, lines: readonly DrawnLine[]): Promise<number> {
  const begun = performance.now()
  for (const { reference, description, amount_sen } of lines)
    await sql`select parent.id, sum(invoice.balance_sen) = ${amount_sen}::bigint as exact
      from parent join invoice on invoice.payer_parent_id = parent.id
      where position(parent.family_code in upper(regexp_replace(${`${reference ?? ''} ${description}`}, '\W', '', 'g'))) > 0
      group by parent.id`.execute(trx)
  return performance.now() - begun
}

/** Gives the ids of the database by those that were drawn. */
async function fill({ pool }: Database, place: Place, families: ReturnType<typeof drawFamilies>) {
  const ids = new Map(families.map(({ id }) => [id, newId()]))
  await inPlace(pool, place, async (trx) => {
    const { id: branch_id } = await trx
      .insertInto('branch')
      .values({ id: newId(), code: 'P19', name: 'Cawangan' })
      .returning('id')
      .executeTakeFirstOrThrow()
    for (let from = 0; from < families.length; from += 250) {
      const some = families.slice(from, from + 250)
      const people = some.map((one) => {
        const id = ids.get(one.id)!
        const common = { phone: '+60123456789', relationship: 'father' }
        const other = newId()
        const children = one.children.map((name) => ({ id: newId(), name }))
        return { one, id, other, common, children }
      })
      await trx
        .insertInto('parent')
        .values(
          people.flatMap(({ one, id, other, common }) => [
            { ...common, id, name: one.payer, family_code: one.code },
            { ...common, id: other, name: one.other, family_code: `#${other.slice(-7)}` },
          ]),
        )
        .execute()
      const students = people.flatMap(({ id, other, children }) =>
        children.map((child) => ({ ...child, payer: id, other })),
      )
      await trx
        .insertInto('student')
        .values(
          students.map(({ id, name }, index) => ({
            ...{
              id,
              name,
              student_no: `P${from}-${index}`,
              identity_type: 'birth_cert',
              birth_cert_no: `P${from}-${index}`,
            },
            ...{ born_on: '2016-05-04', gender: 'female', registered_on: '2026-01-05', branch_id },
          })),
        )
        .execute()
      await trx
        .insertInto('student_parent')
        .values(
          students.flatMap(({ id, payer, other }) => [
            { student_id: id, parent_id: payer, relationship: 'father', is_payer: true },
            { student_id: id, parent_id: other, relationship: 'mother', is_payer: false },
          ]),
        )
        .execute()
      await trx
        .insertInto('invoice')
        .values(
          people.flatMap(({ one, id, children }) =>
            one.invoices.map(({ number, balance_sen, issued_on, due_on }, index) => ({
              ...{
                id: newId(),
                number,
                public_code: newId(),
                student_id: children[index]!.id,
                payer_parent_id: id,
              },
              ...{
                branch_id,
                issued_on,
                due_on,
                sub_total_sen: balance_sen,
                total_sen: balance_sen,
                status: 'unpaid',
              },
            })),
          ),
        )
        .execute()
    }
  })
  return ids
}
