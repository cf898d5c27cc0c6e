import { beforeAll, describe, expect, test } from 'vitest'
import { keptVersions } from '#app/domain/billing/invoice-versions/kept-versions.ts'
import { everywhere } from '#app/domain/core/actor.ts'
import { allocation, invoice, payment } from '#tests/support/database/money-factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'

let tenant: Tenant
beforeAll(async () => {
  tenant = await freshTenant()
})

const reason = 'Harga tersalah taip'
const make = (given: Parameters<typeof invoice>[1] = {}) =>
  tenant.write((trx) => invoice(trx, { branch_id: tenant.branch.id, ...given }))
const changes = async (id: string) => (await tenant.read((db) => keptVersions(db, everywhere, id))).changes

describe('the wall behind it', () => {
  const keep = (trx: Parameters<Parameters<Tenant['write']>[0]>[0], invoice_id: string) =>
    trx.insertInto('invoice_version').values({ invoice_id, reason }).execute()
  const cheaper = (trx: Parameters<Parameters<Tenant['write']>[0]>[0], id: string, version: number) =>
    trx.updateTable('invoice').set({ sub_total_sen: 1, total_sen: 1, version }).where('id', '=', id).execute()
  const cheaperLine = (trx: Parameters<Parameters<Tenant['write']>[0]>[0], id: string) =>
    trx
      .updateTable('invoice_item')
      .set({ price_sen: 1, amount_sen: 1 })
      .where('invoice_id', '=', id)
      .execute()

  test('sums and lines stand where no version is kept', async () => {
    const { id } = await make()
    await expect(tenant.write((trx) => cheaper(trx, id, 2))).rejects.toThrow('beside the version')
    await expect(tenant.write((trx) => cheaperLine(trx, id))).rejects.toThrow('beside the version')
  })

  test('a version is kept of what is there, and only where another one follows that adds up', async () => {
    const { id } = await make()
    await expect(tenant.write((trx) => keep(trx, id))).rejects.toThrow('come to its sums')
    const unsummed = tenant.write(async (trx) => {
      await keep(trx, id)
      await cheaper(trx, id, 2)
    })
    await expect(unsummed).rejects.toThrow('come to its sums')
    await tenant.write(async (trx) => {
      const forged = { invoice_id: id, reason, version: 99, invoice: '{}', items: '[]' }
      await trx.insertInto('invoice_version').values(forged).execute()
      await cheaperLine(trx, id)
      await cheaper(trx, id, 2)
    })
    expect(await changes(id)).toMatchObject([{ version: 1, before: { total_sen: 12_000 } }])
    await expect(tenant.write((trx) => cheaperLine(trx, id))).rejects.toThrow('beside the version')
  })

  test.each(['draft', 'pending', 'paid', 'cancelled'])('no version is kept of a %s one', async (status) => {
    const { id } = await make({ status })
    await expect(tenant.write((trx) => keep(trx, id))).rejects.toThrow('still owed')
  })

  test('sums stand once money was on it, and the number always', async () => {
    const { id } = await make()
    const renumbered = tenant.write(async (trx) => {
      await keep(trx, id)
      await trx.updateTable('invoice').set({ number: 'INV-X', version: 2 }).where('id', '=', id).execute()
    })
    await expect(renumbered).rejects.toThrow('beside the version')
    await tenant.write(async (trx) => {
      const money = await payment(trx, { branch_id: tenant.branch.id })
      await allocation(trx, money.id, id, 1)
    })
    const changed = tenant.write(async (trx) => {
      await keep(trx, id)
      await cheaper(trx, id, 2)
    })
    await expect(changed).rejects.toThrow('beside the version')
  })

  test('what is kept is neither changed nor removed', async () => {
    const { id } = await make()
    await tenant.write(async (trx) => {
      await keep(trx, id)
      await cheaperLine(trx, id)
      await cheaper(trx, id, 2)
    })
    const forged = tenant.write((trx) =>
      trx.updateTable('invoice_version').set({ reason: 'Lain pula' }).execute(),
    )
    await expect(forged).rejects.toThrow('permission denied')
    await expect(tenant.write((trx) => trx.deleteFrom('invoice_version').execute())).rejects.toThrow(
      'permission denied',
    )
  })
})
