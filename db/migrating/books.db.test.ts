import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { asOwner } from '#db/owner.ts'
import { tenantMigrations } from '#migrations/tenant/index.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { newEntity } from '#tests/support/database/new-entity.ts'

/** An organisation that had money before receipts were kept: part, all, and a payment that was taken back between. */
const earlier = `
  insert into branch (id, code, name) values ('00000000-0000-7000-8000-000000000001', 'HQ', 'Induk');
  insert into parent (id, name, phone, relationship, family_code)
    values ('00000000-0000-7000-8000-000000000002', 'Azman', '+60123456789', 'father', 'KLM2345');
  insert into student (id, student_no, name, identity_type, birth_cert_no, born_on, gender, registered_on, branch_id)
    values ('00000000-0000-7000-8000-000000000003', 'P1', 'Aisyah', 'birth_cert', 'BC1', '2016-05-04', 'female',
      '2026-01-01', '00000000-0000-7000-8000-000000000001');
  insert into invoice (id, number, public_code, student_id, payer_parent_id, branch_id, issued_on, due_on, sub_total_sen,
      total_sen, paid_sen, status, paid_on)
    values ('00000000-0000-7000-8000-000000000004', 'INV-26-000001', 'a', '00000000-0000-7000-8000-000000000003',
      '00000000-0000-7000-8000-000000000002', '00000000-0000-7000-8000-000000000001', '2026-01-01', '2026-02-01', 12000,
      12000, 12000, 'paid', '2026-01-05');
  insert into payment (id, number, public_code, method, paid_on, amount_sen, payer_parent_id, branch_id, status,
      cancel_reason, cancelled_at, created_at)
    select ('00000000-0000-7000-8000-00000000010' || n)::uuid, 'RCP-26-00000' || n, 'p' || n, 'cash', '2026-01-05', sen,
      '00000000-0000-7000-8000-000000000002', '00000000-0000-7000-8000-000000000001', state,
      case when state = 'cancelled' then 'Tersilap' end, back::timestamptz, ('2026-01-05 0' || n || ':00+08')::timestamptz
    from (values (1, 2000, 'cancelled', '2026-01-05 02:30+08'), (2, 5000, 'paid', null), (3, 7500, 'paid', null))
      as given (n, sen, state, back);
  insert into payment_allocation (payment_id, invoice_id, amount_sen, reversed_at)
    select id, '00000000-0000-7000-8000-000000000004', least(amount_sen, 7000), cancelled_at from payment;
  insert into credit_entry (id, parent_id, delta_sen, reason, payment_id)
    values (gen_random_uuid(), '00000000-0000-7000-8000-000000000002', 500, 'overpayment',
      '00000000-0000-7000-8000-000000000103');`

test('payments from before get the receipts that they had, each with what was owed at its time', async () => {
  const { ownerUrl } = await testDatabase()
  const said = await asOwner(ownerUrl, (owner) =>
    owner.transaction().execute(async (trx) => {
      const entity = {
        id: '00000000-0000-7000-8000-000000000009',
        schema_name: 't_old_0a1b2c',
        role_name: 't_old_0a1b2c',
      }
      await trx
        .insertInto('platform.entity')
        .values({ ...newEntity({ name: 'Tadika Lama' }), ...entity, schema_version: 12 })
        .execute()
      await sql`create schema t_old_0a1b2c; set local search_path = t_old_0a1b2c`.execute(trx)
      const names = Object.keys(tenantMigrations).sort()
      for (const name of names) {
        if (name === '0013_books') await sql.raw(earlier).execute(trx)
        await tenantMigrations[name]!.up(trx)
      }
      const { rows } = await sql<{ number: string; issued: boolean; content: Record<string, unknown> }>`
        select number, issued_at = created_at as issued, content
        from receipt join payment on payment.id = payment_id order by number`.execute(trx)
      return rows
    }),
  )
  const about = {
    invoice_id: '00000000-0000-7000-8000-000000000004',
    number: 'INV-26-000001',
    student: 'Aisyah',
  }
  const lines = [
    { ...about, before_sen: 12_000, amount_sen: 2_000, balance_sen: 10_000 },
    { ...about, before_sen: 10_000, amount_sen: 5_000, balance_sen: 5_000 },
    { ...about, before_sen: 7_000, amount_sen: 7_000, balance_sen: 0 },
  ]
  expect(said).toMatchObject(
    lines.map((line, index) => ({
      number: `RCP-26-00000${index + 1}`,
      issued: true,
      content: {
        organisation: { name: 'Tadika Lama', tax_registered: false },
        branch: 'Induk',
        family_code: 'KLM2345',
        allocations: [line],
        credit_sen: index === 2 ? 500 : 0,
      },
    })),
  )
})
