import { expect, test } from 'vitest'
import { usualLayouts } from './bank-file.ts'
import { layoutForm, layoutOf, layoutValues, sampleRows, twice } from './layout-form.ts'

const typed = { name: 'Bank Contoh', separator: 'bar', column_1: 'account_number', column_3: 'amount' }

test('columns stand in the order of their places, and what is left empty is left out', () => {
  expect(layoutOf(layoutForm.parse(typed))).toEqual({
    ...{ name: 'Bank Contoh', columns: ['account_number', 'amount'], separator: '|', header: false },
  })
})

test('a layout comes out of its form as it went in', () => {
  for (const layout of Object.values(usualLayouts)) {
    const { header, ...values } = layoutValues(layout)
    expect(layoutOf(layoutForm.parse({ ...values, header: header === 'on' }))).toEqual(layout)
  }
})

test('a column that stands twice is found where it stands again', () => {
  expect(twice(layoutForm.parse(typed))).toBeUndefined()
  expect(twice(layoutForm.parse({ ...typed, column_5: 'amount' }))).toBe(5)
})

test('a file needs one column at least', () => {
  const { column_1: _, ...without } = typed
  expect(layoutForm.safeParse(without).success).toBe(false)
})

test('the sample has something in each column', () => {
  for (const row of sampleRows) expect(Object.values(row).every((cell) => cell.length > 0)).toBe(true)
})
