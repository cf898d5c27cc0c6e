import { expect, test } from 'vitest'
import { bankFile, usualLayouts } from './bank-file.ts'

const row = {
  ...{ number: 'PO-26-000001', payout_on: '2026-01-14', account_name: 'Tadika "Ceria", Kajang' },
  ...{ account_number: '0012345678', bank_name: 'Maybank', bank_code: 'MBB0228', amount: '108.00' },
}

test('a line for each payout, with the names of its columns above, and what would split it quoted', () => {
  expect(bankFile([row], usualLayouts.comma)).toBe(
    'number,payout_on,account_name,account_number,bank_name,bank_code,amount\r\n' +
      'PO-26-000001,2026-01-14,"Tadika ""Ceria"", Kajang",0012345678,Maybank,MBB0228,108.00\r\n',
  )
})

test('columns in the order of the bank, without a header', () => {
  const layout = { name: 'x', columns: ['amount', 'account_number'], separator: '|', header: false } as const
  expect(bankFile([row], { ...layout, columns: [...layout.columns] })).toBe('108.00|0012345678\r\n')
})

test.each(['=1+1', '+60', '-5', '@sum', '\tx'])('%j is no formula', (account_name) => {
  const layout = { ...usualLayouts.semicolon, columns: ['account_name' as const], header: false }
  expect(bankFile([{ ...row, account_name }], layout)).toBe(`'${account_name}\r\n`)
})
