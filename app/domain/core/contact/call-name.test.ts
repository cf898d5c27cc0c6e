import { expect, test } from 'vitest'
import { maskedName } from '#app/domain/core/mask.ts'
import { callName } from './call-name.ts'

test.each([
  ['Nur Alya binti Azman', 'Nur Alya'],
  ['Muhammad Irfan Bin Azman', 'Muhammad Irfan'],
  ['Adam B. Yusof', 'Adam'],
  ['Siti bt Ahmad', 'Siti'],
  ['Aina BTE Rahim', 'Aina'],
  ['Kavitha a/p Raman', 'Kavitha'],
  ['Prakash A/L Raman', 'Prakash'],
  ['Devi d/o Raman', 'Devi'],
  ['Empiang anak Jabu', 'Empiang'],
  ['Siti Aminah @ Minah binti Ali', 'Siti Aminah @ Minah'],
  ['Tan Wei Ming', 'Tan Wei Ming'],
  ['陳小明', '陳小明'],
  ['Chloe Cheah Xin Yi', 'Chloe Cheah Xin Yi'],
  ['Bin Ahmad', 'Bin Ahmad'],
  ['  Alya   binti  Azman ', 'Alya'],
  ['', ''],
])('%s → %s', (name, called) => {
  expect(callName(name)).toBe(called)
})

test.each([
  ['Siti binti Ahmad', 'Siti'],
  ['Nur Alya binti Azman', 'Nur A***'],
  ['Empiang anak Jabu', 'Empiang'],
  ['Tan Wei Ming', 'Tan W*** M***'],
])('the call name of a masked name shows no more than the mask: %s → %s', (name, called) => {
  expect(callName(maskedName(name))).toBe(called)
})
