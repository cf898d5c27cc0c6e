import { expect, test } from 'vitest'
import { parentFields } from './kinds/family-fields.ts'
import { guess } from './stage.ts'

const fields = [...parentFields('parent_1'), ...parentFields('parent_2')]
const of = (...headings: string[]) => guess(fields, () => [], headings)

test('father and mother are the first and the second parent', () => {
  expect(of('Nama bapa', 'Telefon bapa', 'Nama ibu', 'Telefon ibu')).toEqual({
    columns: { parent_1_name: 0, parent_1_phone: 1, parent_2_name: 2, parent_2_phone: 3 },
    fixed: { parent_1_relationship: 'father', parent_2_relationship: 'mother' },
  })
})

test('a mother whom a file names alone is the first parent, with what it says of her', () => {
  expect(of('Nama ibu', 'No telefon')).toEqual({
    columns: { parent_1_name: 0, parent_1_phone: 1 },
    fixed: { parent_1_relationship: 'mother' },
  })
  expect(of('Telefon', 'Nama ibu', 'Telefon ibu').columns).toEqual({ parent_1_name: 1, parent_1_phone: 2 })
})
