import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#db/id.ts'
import { branch, feeType, subjectFee, type Trx } from '#tests/support/database/factories.ts'
import { invoice } from '#tests/support/database/money-factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'

let tenant: Tenant
beforeAll(async () => {
  tenant = await freshTenant()
})

const aRun = async (trx: Trx) => {
  const row = { id: newId(), month: '2026-03-01', setting: JSON.stringify({}) }
  await trx.insertInto('generation').values(row).execute()
  return row
}
/** Of a draft, whose lines may change. */
const onLine = (column: 'subject_fee_id' | 'fee_type_id') => (trx: Trx, id: string) =>
  invoice(trx, { status: 'draft' }, [{ price_sen: 500, [column]: id }])
const onInvoice = (column: 'branch_id' | 'generation_id') => (trx: Trx, id: string) =>
  invoice(trx, { [column]: id })

const write = {
  subject_fee_id: onLine('subject_fee_id'),
  fee_type_id: onLine('fee_type_id'),
  branch_id: onInvoice('branch_id'),
  generation_id: onInvoice('generation_id'),
}

interface Naming {
  table: string
  column: keyof typeof write
  of: string
  make(trx: Trx): Promise<{ id: string }>
}

const cases: Naming[] = [
  { table: 'invoice_item', column: 'subject_fee_id', of: 'subject_fee', make: subjectFee },
  { table: 'invoice_item', column: 'fee_type_id', of: 'fee_type', make: feeType },
  { table: 'invoice', column: 'branch_id', of: 'branch', make: branch },
  { table: 'invoice', column: 'generation_id', of: 'generation', make: aRun },
]

describe.each(cases)('the $column of an $table', ({ table, column, of, make }) => {
  const name = write[column]
  const another = async () => (await tenant.write((trx) => make(trx))).id
  const refused = { code: '23503', constraint: `${table}_${column}_fkey` }

  test('names one that there is, and only that', async () => {
    const id = await another()
    await tenant.write((trx) => name(trx, id))
    await expect(tenant.write((trx) => name(trx, newId()))).rejects.toMatchObject(refused)
  })

  test('may come to name another, and none that is not', async () => {
    const [id, other] = [await another(), await another()]
    const change = (to: string) =>
      tenant.write((trx) =>
        sql`update ${sql.table(table)} set ${sql.ref(column)} = ${to} where ${sql.ref(column)} in (${id}, ${other})`.execute(
          trx,
        ),
      )
    await tenant.write((trx) => name(trx, id))
    expect((await change(other)).numAffectedRows).toBe(1n)
    await expect(change(newId())).rejects.toMatchObject(refused)
  })

  test('keeps that from being removed', async () => {
    const [id, unnamed] = [await another(), await another()]
    const remove = (one: string) =>
      tenant.write((trx) => sql`delete from ${sql.table(of)} where id = ${one}`.execute(trx))
    await tenant.write((trx) => name(trx, id))
    await expect(remove(id)).rejects.toMatchObject(refused)
    expect((await remove(unnamed)).numAffectedRows).toBe(1n)
  })
})
