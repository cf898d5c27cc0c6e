import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { invoiceList } from '#app/domain/billing/invoices/find-invoices.ts'
import { studentList } from '#app/domain/people/students/find-students.ts'
import { parent, student } from '#tests/support/database/factories.ts'
import { everyRow } from '#tests/support/database/lists.ts'
import { invoice } from '#tests/support/database/money-factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'

/**
 * The lists search through unions of indexed queries. Whatever is typed, they must find the rows that one plain statement
 * finds which joins everything and looks at every row.
 */
const typed = ['priya tan 1', 'Hafiz', 'INV-26-0003', '26000', 'ibu7@', 'F000001', 'tiada orang']

let tenant: Tenant

beforeAll(async () => {
  tenant = await freshTenant()
  await tenant.write(async (trx) => {
    const given = ['Priya Tan', 'Hafiz Wong', 'Zainal Hafiz']
    for (let n = 0; n < 40; n++) {
      const digits = String(n).padStart(4, '0')
      const payer = await parent(trx, {
        name: `${given[n % 3]} ${n}`,
        email: `ibu${n}@family.test`,
        family_code: `F00${digits}`,
      })
      const child = await student(
        trx,
        { name: `${given[(n + 1) % 3]} ${n % 20}`, student_no: `26${digits}` },
        { payer },
      )
      await invoice(trx, { student_id: child.id, payer_parent_id: payer.id, number: `INV-26-0${digits}` })
    }
  })
})

const plainInvoices = (like: string) => sql<{ id: string }>`
  select i.id from invoice i join student s on s.id = i.student_id join parent p on p.id = i.payer_parent_id
  where i.number ilike ${like} or s.name ilike ${like} or s.student_no ilike ${like} or p.name ilike ${like}`

const plainStudents = (like: string) => sql<{ id: string }>`
  select s.id from student s where s.deleted_at is null and (s.name ilike ${like} or s.student_no ilike ${like}
    or exists (select from student_parent sp join parent p on p.id = sp.parent_id where sp.student_id = s.id
      and (p.name ilike ${like} or p.email ilike ${like} or p.family_code ilike ${like})))`

test.each(typed)('“%s” finds the invoices and students that a look at every row finds', async (q) => {
  const plain = await tenant.read(async (db) => ({
    invoices: (await plainInvoices(`%${q}%`).execute(db)).rows,
    students: (await plainStudents(`%${q}%`).execute(db)).rows,
  }))
  const found = {
    invoices: await everyRow(tenant, invoiceList, { q }),
    students: await everyRow(tenant, studentList, { q }),
  }
  const ids = (rows: { id: string }[]) => rows.map(({ id }) => id).toSorted()
  expect(ids(found.invoices)).toEqual(ids(plain.invoices))
  expect(ids(found.students)).toEqual(ids(plain.students))
  expect(plain.invoices.length + plain.students.length > 0).toBe(q !== 'tiada orang')
})
