import { expect, test } from 'vitest'
import {
  bankFile,
  layoutForm,
  layoutOf,
  layoutValues,
  repeatedColumn,
  sampleRows,
  standardLayouts,
} from './bank-file.ts'

const row = {
  ...{ number: 'PO-26-000001', payout_on: '2026-01-14', account_name: 'Tadika "Ceria", Kajang' },
  ...{ account_number: '0012345678', bank_name: 'Maybank', bank_code: 'MBB0228', amount: '108.00' },
}

test('a line for each payout, with the names of its columns above, and what would split it quoted', () => {
  expect(bankFile([row], standardLayouts.comma)).toBe(
    'number,payout_on,account_name,account_number,bank_name,bank_code,amount\r\n' +
      'PO-26-000001,2026-01-14,"Tadika ""Ceria"", Kajang",0012345678,Maybank,MBB0228,108.00\r\n',
  )
})

test('columns in the order of the bank, without a header', () => {
  const layout = { name: 'x', columns: ['amount', 'account_number'], separator: '|', header: false } as const
  expect(bankFile([row], { ...layout, columns: [...layout.columns] })).toBe('108.00|0012345678\r\n')
})

test.each(['=1+1', '+60', '-5', '@sum', '\tx'])('%j is no formula', (account_name) => {
  const layout = { ...standardLayouts.semicolon, columns: ['account_name' as const], header: false }
  expect(bankFile([{ ...row, account_name }], layout)).toBe(`'${account_name}\r\n`)
})

const typed = { name: 'Bank Contoh', separator: 'bar', column_1: 'account_number', column_3: 'amount' }

test('columns stand in the order of their places, and what is left empty is left out', () => {
  expect(layoutOf(layoutForm.parse(typed))).toEqual({
    ...{ name: 'Bank Contoh', columns: ['account_number', 'amount'], separator: '|', header: false },
  })
})

test('a layout comes out of its form as it went in', () => {
  for (const layout of Object.values(standardLayouts)) {
    const { header, ...values } = layoutValues(layout)
    expect(layoutOf(layoutForm.parse({ ...values, header: header === 'on' }))).toEqual(layout)
  }
})

test('a column that stands twice is found where it stands again', () => {
  expect(repeatedColumn(layoutForm.parse(typed))).toBeUndefined()
  expect(repeatedColumn(layoutForm.parse({ ...typed, column_5: 'amount' }))).toBe(5)
})

test('a file needs one column at least', () => {
  const { column_1: _, ...without } = typed
  expect(layoutForm.safeParse(without).success).toBe(false)
})

test('the sample has something in each column', () => {
  for (const row of sampleRows) expect(Object.values(row).every((cell) => cell.length > 0)).toBe(true)
})
