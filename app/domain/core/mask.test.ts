import { expect, test } from 'vitest'
import { maskedAddress, maskedName } from './mask.ts'

test.each([
  ['Nur Aisyah binti Azman', 'Nur A*** bt. A***'],
  ['Nur Azman bin Ahmad', 'Nur A*** b. A***'],
  ['  Muhammad   Irfan Bin Azman ', 'Muhammad I*** b. A***'],
  ['Tan Wei Ming', 'Tan W*** M***'],
  ['Kavitha a/p Raman', 'Kavitha a/p R***'],
  ['Prakash A/L Raman', 'Prakash a/l R***'],
  ['Devi d/o Raman', 'Devi d/o R***'],
  ['Empiang anak Jabu', 'Empiang anak J***'],
  ['Siti', 'S***'],
  ['Bin Ahmad', 'Bin A***'],
  ['', '***'],
  ['   ', '***'],
])('%s → %s', (name, masked) => {
  expect(maskedName(name)).toBe(masked)
})

test.each([
  ['陳小明', '陳***'],
  ['歐陽修', '歐***'],
  ['陳 小明', '陳 ***'],
  ['陳\u3000小明', '陳 ***'],
  ['陳小明 Ming', '陳*** M***'],
  ['Tan Xiao Ming 陳小明', 'Tan X*** M*** ***'],
  ['Tan Xiao Ming (陳小明)', 'Tan X*** M*** ***'],
  ['陳小明 @ Chen Ming', '陳*** @ C*** M***'],
  ['김민준 Kim', '김*** K***'],
  ['สมชาย ใจดี', 'ส*** ***'],
])('of a script without spaces no whole name is shown: %s → %s', (name, masked) => {
  expect(maskedName(name)).toBe(masked)
})

test.each([
  ['சிவா குமார்', 'சிவா கு***'],
  ['முருகன்', 'மு***'],
  ['Zoe\u0308', 'Z***'],
  ['E\u0301lodie', 'É***'],
  ['N\u0303\u0323a', 'Ṇ̃***'.normalize('NFC')],
  ['👨‍👩‍👧‍👦 Siti', '👨‍👩‍👧‍👦 S***'],
  ['👩🏽‍🏫', '👩🏽‍🏫***'],
  ['Siti (Aminah)', 'Siti A***'],
  ['Siti Aminah @ Minah', 'Siti A*** @ M***'],
])('a letter keeps its marks and an emoji its parts: %s → %s', (name, masked) => {
  expect(maskedName(name)).toBe(masked)
})

test.each([
  ['Siti\u200bAminah Razak', 'Siti A*** R***'],
  ['Siti\u2060Aminah', 'Siti A***'],
  ['Siti\u202eAminah', 'Siti A***'],
  ['Siti\u3164Aminah', 'Siti A***'],
])('an invisible sign joins no names: %j → %s', (name, masked) => {
  expect(maskedName(name)).toBe(masked)
})

test.each([
  ['azlina.ismail@mail.test', 'a***@mail.test'],
  ['a@mail.test', 'a***@mail.test'],
  ['@mail.test', '***@mail.test'],
  ['nonsense', '***'],
])('an address is shortened to its first letter and its host: %s → %s', (address, masked) => {
  expect(maskedAddress(address)).toBe(masked)
})
