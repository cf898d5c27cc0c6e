import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { closeMonth, reopenMonth } from '#app/domain/accounting/months/change-month.ts'
import { scopes } from '#app/domain/billing/invoices/test-support.ts'
import type { Actor } from '#app/domain/core/actor.ts'
import { recordPayment } from '#app/domain/payments/payments/record-payment.ts'
import { feeCategory, feeType, student } from '#tests/support/database/factories.ts'
import { besides } from '#tests/support/database/locks.ts'
import { invoice } from '#tests/support/database/money-factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import '#tests/support/product/matchers.ts'
import { accountsOf, saveAccounts } from './accounts.ts'
import { exportMonth } from './change-export.ts'
import { exportMonths, exportOf, linesOf, madeExport } from './find-exports.ts'
import { fileOf, type Shape, shapes } from './shapes.ts'

const month = '2026-01'
const today = '2026-03-02'
const reason = 'Resit tertinggal, disahkan juruaudit'
/** A name that a spreadsheet would take for a formula, and that splits lines of both formats. */
const hostile = '=HYPERLINK("http://x";"y"), Aminah\n"Kak; Long" 学校'

let tenant: Tenant
let admin: Actor & { id: string }
let fee_type_id: string
beforeAll(async () => {
  tenant = await freshTenant()
  admin = await tenant.actor('admin')
  fee_type_id = await tenant.write(async (trx) => {
    const { id: fee_category_id } = await feeCategory(trx, { name: 'Yuran "A", B' })
    return (await feeType(trx, { fee_category_id })).id
  })
})

async function paid(sen: number, paid_on = '2026-01-20') {
  const bill = await tenant.write(async (trx) => {
    const child = await student(trx, { branch_id: tenant.branch.id })
    await trx.updateTable('parent').set({ name: hostile }).where('id', '=', child.payer!.id).execute()
    const family = { student_id: child.id, payer_parent_id: child.payer!.id }
    return invoice(trx, { ...family, branch_id: tenant.branch.id, issued_on: '2026-01-15' }, [
      { price_sen: sen, fee_type_id },
    ])
  })
  const rules = { scope: scopes.all(admin), today, backdate_days: 90 }
  const input = { method: 'cash' as const, amount: sen, paid_on }
  await tenant.write((trx) => recordPayment(trx, admin, bill.id, input, rules))
  return bill
}
const close = () => tenant.write((trx) => closeMonth(trx, admin, month, today))
const reopen = () => tenant.write((trx) => reopenMonth(trx, admin, month, reason))
const send = () => tenant.write((trx) => exportMonth(trx, admin, month))
const state = async () => (await tenant.read(exportMonths)).find((one) => one.month === month)?.state

async function fileBytes(id: string, shape: Shape): Promise<Buffer> {
  return tenant.read(async (db) => {
    const pieces: Uint8Array[] = []
    for await (const piece of fileOf(shape, await madeExport(db, id), linesOf(db, id))) pieces.push(piece)
    return Buffer.concat(pieces)
  })
}
const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const hashes = (id: string) => Promise.all(shapes.map(async (shape) => hash(await fileBytes(id, shape))))

async function giveCodes(prefix = '500') {
  const accounts = (await tenant.read(accountsOf)).map(({ key }, index) => ({
    key,
    code: `${prefix}-${String(index).padStart(3, '0')}`,
  }))
  return tenant.write((trx) => saveAccounts(trx, admin, { accounts }))
}

describe('a closed month', () => {
  let first: string
  let kept: string[]

  test('is exported only once it is closed and each of its accounts has a code', async () => {
    await paid(12_000)
    await paid(1)
    await expect(send()).toRefuse('month.not_closed')
    await close()
    expect(await state()).toBe('to_export')
    await expect(send()).rejects.toMatchObject({
      code: 'accounting_export.no_codes',
      values: { count: 3 },
    })
    const { missing, sums } = await tenant.read((db) => exportOf(db, month, today))
    expect(missing).toBe(3)
    expect(sums.map(({ key }) => key.split(':')[0])).toEqual(['debtor', 'bank', 'income'])
    const unknown = { accounts: [{ key: 'income:none', code: '1' }] }
    await expect(tenant.write((trx) => saveAccounts(trx, admin, unknown))).rejects.toMatchObject({
      code: 'accounting_export.no_account',
      field: 'accounts[0].code',
    })
    await giveCodes()
    expect(await giveCodes()).toBe(0)
    expect(await tenant.read((db) => exportOf(db, month, today))).toMatchObject({
      ...{ missing: 0, collected_sen: 12_001, row: { net_sen: 12_001 } },
    })
  })

  test('asked for twice at once is exported once', async () => {
    const second = await besides(
      tenant,
      (held) =>
        tenant.write(async (trx) => {
          first = await exportMonth(trx, admin, month)
          await held()
        }),
      send,
    )
    expect(second).toMatchObject({ status: 'rejected', reason: { code: 'accounting_export.exported' } })
    expect(await state()).toBe('exported')
    await expect(send()).toRefuse('accounting_export.exported')
    const { made } = await tenant.read((db) => exportOf(db, month, today))
    expect(made).toMatchObject([{ id: first, position: 1, debit_sen: 24_002, credit_sen: 24_002 }])
  })

  test('is the same file again, whatever its accounts are called since', async () => {
    kept = await hashes(first)
    await giveCodes('700')
    await tenant.write((trx) => trx.updateTable('parent').set({ name: 'Lain' }).execute())
    expect(await hashes(first)).toEqual(kept)
    for (const table of ['accounting_export', 'accounting_posting'])
      for (const change of [
        sql`delete from ${sql.table(table)}`,
        sql`update ${sql.table(table)} set created_at = now()`,
      ])
        await expect(tenant.write((trx) => change.execute(trx))).rejects.toThrow()
  })

  test('balances in each shape, and no text is a formula or splits a line', async () => {
    const lines = async (shape: Shape) => (await fileBytes(first, shape)).toString().trim().split('\r\n')
    const plain = await lines('plain')
    expect(plain).toHaveLength(1 + 8)
    expect(plain.filter((line) => /(^|,)"?[=+@-]/.test(line.replace(/^\uFEFF/, '')))).toEqual([])
    expect(plain.every((line) => line.includes('学校') || line.includes('Entry'))).toBe(true)
    const sqlAccount = await lines('sql-account')
    expect(sqlAccount.slice(0, 2).map((line) => line.split(';')[0])).toEqual(['MASTER', 'DETAIL'])
    const widths = new Set(sqlAccount.map((line) => `${line.split(';')[0]} ${line.split(';').length}`))
    expect([...widths].sort()).toEqual(['DETAIL 8', 'MASTER 7'])
    expect(sqlAccount.join('')).not.toContain('"')
    const sums = sqlAccount
      .filter((line) => line.startsWith('DETAIL;LN'))
      .map((line) =>
        line
          .split(';')
          .slice(5, 7)
          .map((text) => Math.round(Number(text) * 100)),
      )
    expect(sums.reduce((sum, [dr]) => sum + dr!, 0)).toBe(24_002)
    expect(sums.reduce((sum, [, cr]) => sum + cr!, 0)).toBe(24_002)
    expect((await lines('autocount'))[1]).toMatch(/^LN2601A-00001,15\/01\/2026,GENERAL,/)
  })

  test('that was opened again exports what has changed and nothing else, each reversed and entered again', async () => {
    await reopen()
    expect(await state()).toBe('reopened')
    await expect(send()).toRefuse('month.not_closed')
    await close()
    await expect(send()).toRefuse('accounting_export.unchanged')
    await reopen()
    await paid(5_000)
    // A bill of the month was moved to another day of it: the same amounts, another entry.
    const moved = await tenant.write((trx) =>
      trx
        .updateTable('invoice')
        .set({ issued_on: '2026-01-10' })
        .where('total_sen', '=', 12_000)
        .returning('number')
        .executeTakeFirstOrThrow(),
    )
    await close()
    const second = await send()
    const { made, changes } = await tenant.read((db) => exportOf(db, month, today))
    expect(made).toMatchObject([{ position: 1 }, { id: second, position: 2, entries: 4, debit_sen: 34_000 }])
    expect(changes).toMatchObject([
      { kind: 'invoice', reference: moved.number, was_sen: 12_000, is_sen: 12_000 },
      { kind: 'invoice', was_sen: 0, is_sen: 5_000 },
      { kind: 'payment', was_sen: 0, is_sen: 5_000 },
    ])
    const text = (await fileBytes(second, 'plain')).toString()
    expect(text).toContain('LN2601B-00001,2026-01-15,Reversal: Invoice,')
    // Reversed as it was exported, entered again with the code of today.
    expect(text).toMatch(/Reversal: Invoice,[^\r]*500-/)
    expect(text).toMatch(/LN2601B-00002,2026-01-10,Invoice,[^\r]*700-/)
    expect(await hashes(first)).toEqual(kept)
    await reopen()
    await close()
    await expect(send()).toRefuse('accounting_export.unchanged')
  })
})
