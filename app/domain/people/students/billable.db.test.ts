import { beforeAll, describe, expect, test } from 'vitest'
import type { RowScope } from '#app/domain/core/actor.ts'
import { branch, insert, parent, student } from '#tests/support/database/factories.ts'
import '#tests/support/product/matchers.ts'
import { listed } from '#tests/support/database/lists.ts'
import { invoice } from '#tests/support/database/money-factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { billableList, billableStudent, parentsOf } from './billable.ts'

let tenant: Tenant
beforeAll(async () => {
  tenant = await freshTenant()
})

const scope = (name: RowScope['scope'], branch_ids: string[] = []): RowScope => ({
  scope: name,
  user_id: '',
  branch_ids,
  parent_id: null,
})

describe('whom to bill', () => {
  test('is found by name, number, or the payer’s name and phone, with what is owed', async () => {
    const { id } = await tenant.write(async (trx) => {
      const payer = await parent(trx, { name: 'Ravi Kumar', phone: '+60127778889' })
      const row = await student(trx, { name: 'Priya Ravi', student_no: 'P-77' }, { payer })
      const owner = { student_id: row.id, payer_parent_id: payer.id }
      await invoice(trx, { ...owner, paid_sen: 2_000 })
      await invoice(trx, { ...owner, status: 'draft' })
      await invoice(trx, { ...owner, status: 'cancelled' })
      return row
    })
    for (const q of ['priya', 'p-77', 'kumar', '7778889', '012-777 8889', '+6012 7778889']) {
      const { rows } = await listed(tenant, billableList, { q })
      expect(rows, q).toMatchObject([{ id, payer: 'Ravi Kumar', owed_sen: 10_000 }])
    }
  })

  test('is a student of the own branch, and nobody for who may not bill', async () => {
    const [own, other] = await tenant.write(async (trx) => [await branch(trx), await branch(trx)] as const)
    const [here, there] = await tenant.write(
      async (trx) =>
        [await student(trx, { branch_id: own.id }), await student(trx, { branch_id: other.id })] as const,
    )
    const list = async (of: RowScope) => (await listed(tenant, billableList, {}, { scope: of })).rows
    expect((await list(scope('branch', [own.id]))).map(({ id }) => id)).toEqual([here.id])
    for (const of of [scope('class'), scope('own'), scope('branch')]) expect(await list(of)).toEqual([])
    await expect(tenant.read((db) => billableStudent(db, scope('branch', [own.id]), there.id))).toRefuse(
      'not_found.student',
    )
  })

  test('has parents, the one who pays first', async () => {
    const row = await tenant.write(async (trx) => {
      const child = await student(trx)
      const mother = await parent(trx, { name: 'Aaa' })
      await insert(trx, 'student_parent', {
        student_id: child.id,
        parent_id: mother.id,
        relationship: 'mother',
      })
      return child
    })
    const parents = await tenant.read((db) => parentsOf(db, row.id))
    expect(parents.map(({ is_payer }) => is_payer)).toEqual([true, false])
  })
})
