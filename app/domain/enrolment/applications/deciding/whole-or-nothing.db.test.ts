import { beforeAll, describe, expect, test } from 'vitest'
import { type Actor, everywhere } from '#app/domain/core/actor.ts'
import { keysIn } from '#app/domain/people/parents/test-support.ts'
import { feeType, subject, subjectFee } from '#tests/support/database/factories.ts'
import { asAdmin } from '#tests/support/database/template.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { appliedChild, newApplication, submit, today, wishes } from '../test-support.ts'
import { approveApplication } from './decide.ts'

let tenant: Tenant
let admin: Actor
beforeAll(async () => {
  tenant = await freshTenant()
  admin = await tenant.actor('admin')
})

const approve = (id: string) =>
  tenant.write((trx) => approveApplication(trx, admin, everywhere, keysIn(tenant), { id, version: 1 }, today))

describe('when anything fails', () => {
  /** Every table in which an approval writes. */
  const written = [
    ...['parent', 'user_account', 'invitation', 'student', 'student_parent', 'application_parent'],
    ...[
      'application_student',
      'application_subject',
      'billed_fee',
      'enrolment',
      'invoice',
      'invoice_item',
      'number_series',
    ],
    ...['application', 'audit_log', 'platform.outbox'],
  ]

  test('nothing is kept, whichever table refuses', async () => {
    const maths = await tenant.write((trx) => subject(trx))
    await tenant.write(async (trx) => {
      const { id } = await feeType(trx)
      await subjectFee(trx, {
        subject_id: maths.id,
        fee_type_id: id,
        frequency: 'monthly',
        amount_sen: 9_000,
        starts_on: '2026-01-01',
      })
    })
    const students = [1, 2].map(() => ({
      ...appliedChild({ allergies: 'Udang' }),
      subjects: wishes(maths.id),
    }))
    const { id } = await submit(tenant, newApplication({ students }))
    const before = await everyTable()
    for (const table of written) {
      await refusing(table, async () => {
        await expect(approve(id), table).rejects.toThrow('forced')
      })
      expect(await everyTable(), table).toEqual(before)
    }
    await approve(id)
    const after = await everyTable()
    const changed = Object.keys(after).filter((name) => after[name] !== before[name])
    expect(changed.toSorted()).toEqual(written.toSorted())
  })

  /** A fingerprint of the rows of each table of the organisation, and of what it wants done. */
  async function everyTable(): Promise<Record<string, string>> {
    return asAdmin(tenant.database.ownerUrl, async (owner) => {
      const { rows } = await owner.query(
        `select tablename from pg_tables where schemaname = '${tenant.place.schema}'`,
      )
      const names = rows.map(({ tablename }) => tablename as string)
      const prints: Record<string, string> = {}
      for (const name of [...names, 'platform.outbox']) {
        const table = name.includes('.') ? name : `"${tenant.place.schema}"."${name}"`
        const { rows } = await owner.query(
          `select md5(coalesce(string_agg(each::text, '|' order by each::text), '')) as print from ${table} each`,
        )
        prints[name] = rows[0].print
      }
      return prints
    })
  }

  async function refusing(table: string, work: () => Promise<void>) {
    const { schema } = tenant.place
    const name = table.includes('.') ? table : `"${schema}"."${table}"`
    await asAdmin(tenant.database.ownerUrl, async (owner) => {
      await owner.query(`create function "${schema}".forced() returns trigger language plpgsql as
        $$ begin raise exception 'forced'; end $$`)
      await owner.query(`create trigger forced before insert or update on ${name}
        for each row execute function "${schema}".forced()`)
    })
    await work().finally(() =>
      asAdmin(tenant.database.ownerUrl, (owner) => owner.query(`drop function "${schema}".forced() cascade`)),
    )
  }
})
