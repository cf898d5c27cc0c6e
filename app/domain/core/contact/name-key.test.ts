import { expect, test } from 'vitest'
import { nameKey } from './name-key.ts'

test.each([
  ['Siti Aisyah Binti Contoh', 'SITI AISYAH BT CONTOH'],
  ['Siti Aisyah Binti Contoh', 'Siti Aisyah bt. Contoh'],
  ['Siti Aisyah Binti Contoh', 'Siti ‘Aisyah Contoh'],
  ["Nur Ain binti Sha'ari", 'Nurain Bte Shaari'],
  ['Muhammad Hassan bin Ujian', 'Muhamad Hasan b. Ujian'],
  ["Contoh D'Cruz", 'Contoh DCruz'],
  ['Muthu a/l Ujian', 'Muthu A/L. Ujian'],
  ['Muthu al Ujian', 'Muthu anak lelaki Ujian'],
  ['René  Ujian', 'RENE UJIAN'],
])('%s and %s are spelled alike', (one, other) => {
  expect(nameKey(one)).toBe(nameKey(other))
})

test.each([
  ['Ujian Satu', 'Ujian Dua'],
  ['Contoh 1', 'Contoh 11'],
  ['Binti Contoh', 'Contoh'],
  ['陈美玲', '陈美丽'],
])('%s and %s are not', (one, other) => {
  expect(nameKey(one)).not.toBe(nameKey(other))
})
