import { expect, test } from 'vitest'
import { stopwatch } from '#tests/support/run/stopwatch.ts'
import { isCommonPassword } from './common-passwords.ts'
import { hashNewPassword } from './passwords.ts'

const about = ['Nurul Aisyah binti Rahman', 'nurul.aisyah@cahaya.test', 'Sekolah Rendah Cahaya', 'cahaya']

test.each([
  'password123',
  'qwertyuiop',
  '1234567890',
  '0987654321',
  'Manchester',
  'P@ssw0rd2026',
  'passwordpassword',
  'aaaaaaaaaaaa',
  '1111122222',
  'abcdefghij',
  '1qaz2wsx3edc',
  'selamat123',
  'Selamat2026!',
  'sayangku123',
  'katalaluan1',
  'k4t4l4lu4n!',
  'rahsia12345',
  'Malaysia2026',
  'nasilemak99',
  'sekolahku1!',
  'bismillah786',
  'selamat datang',
  'pulau pinang 1',
])('%s is common', async (password) => {
  expect(await isCommonPassword(password)).toBe(true)
})

test.each([
  'aisyah2026',
  'nurulaisyah',
  'NurulAisyah1',
  'nurul.aisyah',
  'Cahaya2026!',
  'sekolahrendahcahaya',
  'c4h4y41234',
])('%s says who uses it', async (password) => {
  expect(await isCommonPassword(password, about)).toBe(true)
})

test.each([
  'pisang goreng 42',
  'lunas-demo-2026',
  'kereta merah bising',
  'Tr0ub4dor&3xyz',
  'hujan-petang-tadi',
  'v9$kq2mzpw',
  'nasi tanpa lemak sedap',
  'சென்னை மழை நாள்',
])('%s is not', async (password) => {
  expect(await isCommonPassword(password, about)).toBe(false)
})

test('it is refused at the field, before anything is hashed; a good one is hashed', async () => {
  const watch = stopwatch()
  await expect(hashNewPassword('selamat123')).rejects.toMatchObject({
    code: 'auth.password_common',
    field: 'password',
  })
  watch.within(1_000)
  expect(await hashNewPassword('hujan-petang-tadi')).toMatch(/^\$argon2id\$/)
})

test('looking is quick: a thousand in a blink', async () => {
  await isCommonPassword('warm up please')
  const watch = stopwatch()
  for (let n = 0; n < 1_000; n++) await isCommonPassword(`hujan-petang-${n}-tadi`, about)
  watch.within(1_000)
})

test('the list is long enough, and one more thing is in it than the package has', async () => {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  expect(Object.values(dictionary).some((words) => words.length >= 10_000)).toBe(true)
  expect(await isCommonPassword('selamathariraya')).toBe(true)
})
