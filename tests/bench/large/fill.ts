import { sql } from 'kysely'
import { asOwner } from '#db/owner.ts'
import type { Place } from '#db/pool.ts'

/** A school of this size is the largest that we have heard of. */
export const size = { branches: 5, students: 15_000, parents: 20_000, invoices: 200_000, payments: 150_000 }

const tables = ['branch', 'student', 'student_parent', 'parent', 'invoice', 'payment', 'payment_allocation']

/** Ids that sort as ours do, in the order of the rows. */
const id = (kind: number, n: string) =>
  `('0198f000-${kind}000-7000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`

/** Twenty first names and twenty of fathers, so that each whole name is that of some forty people. */
const names = (
  n: string,
) => `(array['Ahmad','Nurul','Siti','Muhammad','Aisyah','Hafiz','Wei Ling','Jun Kit','Priya',
  'Kumar','Farah','Danial','Izzah','Amirul','Balqis','Hui Min','Ravi','Zara','Iman','Qistina'])[1 + ${n} % 20]
  || ' ' || (array['Abdullah','Tan','Lim','Ismail','Rahman','Subramaniam','Osman','Wong','Hassan','Krishnan',
  'Yusof','Chong','Ibrahim','Ng','Salleh','Govindasamy','Hamid','Lee','Zainal','Othman'])[1 + (${n} / 20) % 20]
  || ' ' || ${n}`

/**
 * Fills an organisation that has just been made, with every row that its lists show, by the owner and in a few
 * statements. Every parent with an odd number pays for three children of two; every student has some thirteen invoices,
 * of which three in four are paid.
 */
export function fill(ownerUrl: string, { schema }: Pick<Place, 'schema'>): Promise<void> {
  const { branches, students, parents, invoices, payments } = size
  const payerOf = (n: string) => `1 + ((${n} - 1) * 2) % ${parents}`
  return asOwner(ownerUrl, async (owner) => {
    await owner.connection().execute(async (db) => {
      await sql`select set_config('search_path', ${schema}, false)`.execute(db)
      await sql
        .raw(`
insert into branch (id, code, name) select ${id(1, 'n')}, 'B' || n, 'Cawangan ' || n from generate_series(1, ${branches}) n;
insert into parent (id, name, phone, email, relationship, family_code)
  select ${id(2, 'n')}, ${names('n')}, '+601' || lpad((n * 4391 % 100000000)::text, 8, '0'),
    'ibu' || n || '@family.test', 'mother', 'F' || lpad(n::text, 7, '0')
  from generate_series(1, ${parents}) n;
insert into student (id, student_no, name, identity_type, born_on, gender, registered_on, branch_id)
  select ${id(3, 'n')}, '26' || lpad(n::text, 5, '0'), ${names('n * 7')}, 'birth_cert', date '2010-01-01' + n % 3000,
    case n % 2 when 0 then 'male' else 'female' end, date '2020-01-01' + n % 2000, ${id(1, `1 + n % ${branches}`)}
  from generate_series(1, ${students}) n;
insert into student_parent (student_id, parent_id, relationship, is_primary, is_payer)
  select ${id(3, 'n')}, ${id(2, payerOf('n'))}, 'mother', true, true from generate_series(1, ${students}) n;
insert into student_parent (student_id, parent_id, relationship)
  select ${id(3, 'n')}, ${id(2, `1 + ${payerOf('n')}`)}, 'father' from generate_series(1, ${students}) n;
insert into invoice (id, number, public_code, student_id, payer_parent_id, branch_id, issued_on, due_on,
    sub_total_sen, total_sen, paid_sen, paid_on, status)
  select ${id(4, 'n')}, 'INV-26-' || lpad(n::text, 6, '0'), 'c' || n, ${id(3, 's')}, ${id(2, payerOf('s'))},
    ${id(1, `1 + s % ${branches}`)}, date '2025-01-01' + n / 300, date '2025-01-15' + n / 300, 12000, 12000,
    case when n % 4 = 0 then 0 else 12000 end, case when n % 4 = 0 then null else date '2025-01-20' + n / 300 end,
    case when n % 4 = 0 then 'unpaid' else 'paid' end
  from (select n, 1 + n % ${students} as s from generate_series(1, ${invoices}) n) as rows;
insert into payment (id, number, public_code, method, paid_on, amount_sen, payer_parent_id, payer_name, branch_id,
    reference_no)
  select ${id(5, 'n')}, 'RCP-26-' || lpad(n::text, 6, '0'), 'p' || n, 'bank_transfer', date '2025-01-20' + n / 300, 12000,
    ${id(2, payerOf('s'))}, ${names(payerOf('s'))}, ${id(1, `1 + s % ${branches}`)}, 'IBG' || n * 7919
  from (select n, 1 + n % ${students} as s from generate_series(1, ${payments}) n) as rows;
insert into payment_allocation (payment_id, invoice_id, amount_sen)
  select ${id(5, 'n')}, ${id(4, '1 + (n - 1) * 4 / 3')}, 12000 from generate_series(1, ${payments}) n;
`)
        .execute(db)
      // As it is a minute after an import: what waited for its index is in it.
      for (const table of tables) await sql`vacuum (analyze) ${sql.table(table)}`.execute(db)
      await sql`reset search_path`.execute(db)
    })
  })
}
