import { expect, test } from 'vitest'
import { maskedName } from './mask.ts'

test.each([
  ['Nur Aisyah binti Azman', 'Nur A*** bt. A***'],
  ['Nur Azman bin Ahmad', 'Nur A*** b. A***'],
  ['  Muhammad   Irfan Bin Azman ', 'Muhammad I*** b. A***'],
  ['Tan Wei Ming', 'Tan W*** M***'],
  ['Kavitha a/p Raman', 'Kavitha a/p R***'],
  ['Siti', 'S***'],
  ['李 小明', '李 小***'],
  ['', '***'],
])('%s → %s', (name, masked) => {
  expect(maskedName(name)).toBe(masked)
})
