import { CompiledQuery, expressionBuilder, type Kysely, sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { invoiceList } from '#app/domain/billing/invoices/find-invoices.ts'
import { nameKey, nameKeyOf } from '#app/domain/core/contact/name-key.ts'
import { contains, searchKey, searchKeyOf, searchWords } from '#app/domain/core/lists/search.ts'
import { studentList } from '#app/domain/people/students/find-students.ts'
import type { DB } from '#db/types.ts'
import { parent, student } from '#tests/support/database/factories.ts'
import { everyRow } from '#tests/support/database/lists.ts'
import { invoice } from '#tests/support/database/money-factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'

/**
 * The lists search through unions of indexed queries. Whatever is typed, they must find the rows that a look at every row
 * finds, by the rule as it is written in one place.
 */
const typed = [
  ...['priya tan 1', 'Hafiz', 'INV-26-0003', '26000', 'ibu7@', 'F000001', 'tiada orang'],
  ...[
    'INV260003',
    'wong hafiz',
    'tan bt priya',
    'ainnur',
    'Nur’ain',
    'd cruz',
    'DCruz',
    'ibu7\u2069@family.test',
  ],
]

let tenant: Tenant

beforeAll(async () => {
  tenant = await freshTenant()
  await tenant.write(async (trx) => {
    const given = ['Priya Tan', 'Hafiz Wong', 'Zainal Hafiz', 'Nur Ain binti D’Cruz']
    for (let n = 0; n < 40; n++) {
      const digits = String(n).padStart(4, '0')
      const payer = await parent(trx, {
        name: `${given[n % 4]} ${n}`,
        email: `ibu${n}@family.test`,
        family_code: `F00${digits}`,
      })
      const child = await student(
        trx,
        { name: `${given[(n + 1) % 4]} ${n % 20}`, student_no: `26${digits}` },
        { payer },
      )
      await invoice(trx, { student_id: child.id, payer_parent_id: payer.id, number: `INV-26-0${digits}` })
    }
  })
})

/** Whether one of the texts contains each word, as said by the rule itself. */
const mentions = (q: string) => (texts: readonly (string | null)[]) =>
  texts.some((one) => searchWords(q).every((word) => searchKey(one ?? '').includes(word)))

async function everyMention(db: Kysely<DB>, q: string) {
  const found = mentions(q)
  const { rows: students } = await sql<{ id: string; own: string[]; parents: string[][] }>`
    select s.id, array[s.name, s.student_no] as own, coalesce((select jsonb_agg(jsonb_build_array(p.name, p.email, p.family_code))
      from student_parent sp join parent p on p.id = sp.parent_id where sp.student_id = s.id), '[]') as parents
    from student s where s.deleted_at is null`.execute(db)
  const { rows: invoices } = await sql<{ id: string; texts: string[] }>`
    select i.id, array[i.number, s.name, s.student_no, p.name] as texts
    from invoice i join student s on s.id = i.student_id join parent p on p.id = i.payer_parent_id`.execute(
    db,
  )
  return {
    students: students.filter(({ own, parents }) => found(own) || parents.some(found)),
    invoices: invoices.filter(({ texts }) => found(texts)),
  }
}

test.each(typed)('“%s” finds the invoices and students that a look at every row finds', async (q) => {
  const plain = await tenant.read((db) => everyMention(db, q))
  const found = {
    invoices: await everyRow(tenant, invoiceList, { q }),
    students: await everyRow(tenant, studentList, { q }),
  }
  const ids = (rows: { id: string }[]) => rows.map(({ id }) => id).toSorted()
  expect(ids(found.invoices)).toEqual(ids(plain.invoices))
  expect(ids(found.students)).toEqual(ids(plain.students))
  expect(plain.invoices.length + plain.students.length > 0).toBe(!['tiada orang', 'ainnur'].includes(q))
})

/** Names in every way of writing, as a search and the question about twins compare them. */
const names = [
  ...[
    'D’Cruz',
    "Sha'ari",
    'SITI BT. CONTOH',
    'a/l Ujian',
    'René',
    'ŁUKASZ',
    '陈美玲',
    'முத்துலட்சுமி',
    'نور العين',
  ],
  ...[
    'Nur\u200bAin',
    'ＡＢＣ',
    '①②',
    '[x]^y_z%',
    'Anak  Perempuan',
    'İstanbul',
    '々木',
    'Muhammad anak lelaki Ujian',
  ],
]

test('the database compares names and numbers as the product itself does', async () => {
  const eb = expressionBuilder<{ one: { name: string } }, 'one'>()
  const { rows } = await tenant.read((db) =>
    sql<{ name: string; key: string; twin: string }>`
      select one.name, ${searchKeyOf(eb, 'one.name')} as key, ${nameKeyOf(sql`one.name`)} as twin
      from unnest(${names}::text[]) as one (name)`.execute(db),
  )
  for (const { name, key, twin } of rows)
    expect([name, key, twin]).toEqual([name, searchKey(name), nameKey(name)])
})

test('searches and the question about twins use their indexes', async () => {
  const plans = await tenant.read(async (db) => {
    await sql`set local enable_seqscan = off`.execute(db)
    const planOf = async ({ sql: text, parameters }: CompiledQuery) =>
      JSON.stringify((await db.executeQuery(CompiledQuery.raw(`explain ${text}`, [...parameters]))).rows)
    return {
      student: await planOf(
        db
          .selectFrom('student')
          .select('id')
          .where((eb) => contains(eb, 'wong hafiz', ['name', 'student_no']))
          .compile(),
      ),
      parent: await planOf(
        db
          .selectFrom('parent')
          .select('id')
          .where((eb) => contains(eb, 'wong', ['name', 'email', 'family_code']))
          .compile(),
      ),
      invoice: await planOf(
        db
          .selectFrom('invoice')
          .select('id')
          .where((eb) => contains(eb, 'INV26', ['number']))
          .compile(),
      ),
      payment: await planOf(
        db
          .selectFrom('payment')
          .select('id')
          .where((eb) => contains(eb, 'wong', ['number', 'payer_name']))
          .compile(),
      ),
      twin: await planOf(
        sql`select id from student where born_on = '2015-01-01' and ${nameKeyOf(sql`student.name`)} = 'x'`.compile(
          db,
        ),
      ),
    }
  })
  for (const [table, plan] of Object.entries(plans))
    expect(plan).toContain(table === 'twin' ? 'student_twin_idx' : `${table}_search_idx`)
})
