import { writeXlsx } from 'hucre/xlsx'
import { expect, test } from 'vitest'
import { everywhere } from '#app/domain/core/actor.ts'
import { freshTenant } from '#tests/support/database/tenant.ts'
import type { LineField } from './bank-statement.ts'
import { mapStatement } from './change-statement.ts'
import { uploaded } from './test-support.ts'

test('a statement in a workbook with movements on a second sheet is refused, not taken in part', async () => {
  const tenant = await freshTenant()
  const month = (name: string, day: string) => ({
    name,
    rows: [
      ['Date', 'Description', 'Debit', 'Credit'],
      [day, 'YURAN', null, 50],
    ],
  })
  const workbook = async (...sheets: object[]) => Buffer.from(await writeXlsx({ sheets } as never))
  const [october, november] = [month('Okt', '05/10/2026'), month('Nov', '05/11/2026')]
  await expect(uploaded(tenant, await workbook(october, november))).rejects.toMatchObject({
    fault: 'several_sheets',
  })
  const words = { name: 'Nota', rows: [['Cetakan daripada bank']] }
  const one = await uploaded(tenant, await workbook(november, words), { matched: false })
  expect(await one.now()).toMatchObject({ format: 'xlsx' })
})

test('a workbook says which rows were left out, which are hidden, and which sheets were not read', async () => {
  const tenant = await freshTenant()
  const rows = [
    ['Tarikh urus niaga', 'Butiran', 'Wang keluar', 'Wang masuk'],
    ['05/11/2026', 'YURAN', null, 50],
    ['06/11/2026', 'CAJ', 0, null],
    [null, 'JUMLAH', null, 50],
  ]
  const sheets = [
    { name: 'Nov', rows, rowDefs: new Map([[1, { hidden: true }]]) },
    { name: 'Nota', rows: [['Cetakan daripada bank']] },
    { name: 'Lama', rows: [['Disember']], hidden: true },
  ]
  const one = await uploaded(tenant, Buffer.from(await writeXlsx({ sheets } as never)), { matched: false })
  const { id, version } = await one.now()
  const notes = {
    hidden_rows: [2],
    left_out: [
      { sheet: 'Nota', reason: 'others' },
      { sheet: 'Lama', reason: 'hidden' },
    ],
  }
  expect(await one.now()).toMatchObject({ status: 'uploaded', notes })
  const admin = await tenant.actor('admin')
  const chosen = {
    name: 'Bank Ujian',
    columns: ['date', 'description', 'debit', 'credit'] as LineField[],
    version,
  }
  await tenant.write((trx) => mapStatement(trx, admin, everywhere, { id, version }, chosen, String))
  expect(await one.now()).toMatchObject({
    skipped: 2,
    notes: {
      ...notes,
      skipped: [
        { row: 3, text: '06/11/2026 · CAJ · 0', reason: 'zero' },
        { row: 4, text: 'JUMLAH · 50', reason: 'sum' },
      ],
    },
  })
})
