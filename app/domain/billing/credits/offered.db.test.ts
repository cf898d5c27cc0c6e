import { beforeAll, expect, test } from 'vitest'
import { creditList } from '#app/domain/accounting/credits/find-credits.ts'
import { spendCredit, takeCreditOff } from '#app/domain/billing/credits/use-credit.ts'
import { scopes, today } from '#app/domain/billing/invoices/test-support.ts'
import { student } from '#tests/support/database/factories.ts'
import { listed } from '#tests/support/database/lists.ts'
import { credit, invoice } from '#tests/support/database/money-factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'

let tenant: Tenant
beforeAll(async () => {
  tenant = await freshTenant()
})

test('the book offers what a family has beside its last entry, and what credit is still on an invoice', async () => {
  const supervisor = await tenant.actor('supervisor')
  const {
    id: student_id,
    branch_id,
    payer,
  } = await tenant.write((trx) => student(trx, { branch_id: tenant.branch.id }))
  const payer_parent_id = payer!.id
  await tenant.write((trx) => credit(trx, { parent_id: payer_parent_id, delta_sen: 900 }))
  const offered = async () =>
    (await listed(tenant, creditList)).rows.map(({ delta_sen, is_last, owes, is_used }) => [
      ...[delta_sen, is_last, owes, is_used],
    ])
  expect(await offered()).toEqual([[900, true, false, false]])
  const { id } = await tenant.write((trx) =>
    invoice(trx, { student_id, payer_parent_id, branch_id }, [{ price_sen: 400 }]),
  )
  expect(await offered()).toEqual([[900, true, true, false]])
  await tenant.write((trx) => spendCredit(trx, supervisor, [payer_parent_id], today))
  expect(await offered()).toEqual([
    [-400, true, false, true],
    [900, false, false, false],
  ])
  await tenant.write(async (trx) => {
    const { version } = await trx
      .selectFrom('invoice')
      .select('version')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const given = { version, reason: 'Tersilap hari itu' }
    await takeCreditOff(trx, supervisor, scopes.all(supervisor), id, given)
  })
  expect(await offered()).toEqual([
    [400, true, true, false],
    [-400, false, true, false],
    [900, false, true, false],
  ])
})
