import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { i18nOf } from '#app/i18n/i18n.ts'
import { locales } from '#app/i18n/locales.ts'
import { judgeSms, type RefusedRule, refusedRules, warnedRules } from './sms-rules.ts'
import { englishSamples, malaySamples } from './sms-samples.fixture.ts'

describe.each([
  ['English', englishSamples],
  ['Malay', malaySamples],
])('twenty texts in %s', (_, samples) => {
  test('there are twenty', () => expect(samples).toHaveLength(20))

  test.each(samples)('$text', ({ text, refused, warned }) => {
    const verdict = judgeSms(text)
    if (refused) expect(verdict.refused.map(({ rule }) => rule)).toContain(refused)
    else expect(verdict.refused).toEqual([])
    if (!refused) expect(verdict.warned.map(({ rule }) => rule)).toEqual(warned ? [warned] : [])
    for (const { found } of [...verdict.refused, ...verdict.warned]) expect(found).not.toBe('')
  })
})

test.each(locales)('each rule has its sentence in %s, with what was found', (locale) => {
  const t = i18nOf(locale).getFixedT(locale)
  for (const rule of refusedRules)
    expect(t(`refusal.announcement.sms_rule.${rule}`, { found: 'xyzzy' })).toContain('xyzzy')
  for (const rule of warnedRules) expect(t(`sms_rule.warned.${rule}`, { found: 'xyzzy' })).toContain('xyzzy')
})

/** The same texts in each run, so that a failure is found again. */
const seed = 42

const fullWidth = (text: string) =>
  text.replace(/[!-~]/g, (letter) => String.fromCodePoint(letter.charCodeAt(0) + 0xfee0))
const alike: Record<string, string> = {
  a: 'а',
  c: 'с',
  e: 'е',
  o: 'о',
  p: 'р',
  s: 'ѕ',
  i: 'і',
  x: 'х',
  y: 'у',
  k: 'к',
}
const cyrillic = (text: string) => text.replace(/[aceopsixyk]/g, (letter) => alike[letter]!)
const mathematical = (text: string) =>
  text.replace(/[a-z]/g, (letter) => String.fromCodePoint(0x1d41a + letter.charCodeAt(0) - 97))
const circled = (text: string) =>
  text.replace(/[a-z]/g, (letter) => String.fromCodePoint(0x24d0 + letter.charCodeAt(0) - 97))
const squared = (text: string) =>
  text.replace(/[a-z]/g, (letter) => String.fromCodePoint(0x1f130 + letter.charCodeAt(0) - 97))
const hidden = (mark: string) => (text: string) => [...text].join(mark)
const spaced = (text: string) => [...text].join(' ')
const accented = (text: string) => text.replace(/[aeiou]/g, '$&\u0301')
const shouted = (text: string) => text.toUpperCase()
const plain = (text: string) => text

const dots = [
  ...[
    '.',
    ' . ',
    ' .',
    '[.]',
    '(.)',
    '{.}',
    '[dot]',
    '(dot)',
    ' dot ',
    ' DOT ',
    ' d0t ',
    '[titik]',
    '(titik)',
    ' titik ',
  ],
  ...['-dot-', '_dot_', '。', '．', '․', '۔', '•', ' [ . ] ', ' noktah ', '. \u200b'],
]
const hosts = ['sinar', 'sekolah-kami', 'bayar2u', 'tadika']
const endings = ['com', 'com/bayar', 'org', 'c0m', 'xyz', 'io/x']
const disguises = [plain, shouted, fullWidth, cyrillic, mathematical, circled, squared, accented]
const inks = [...disguises, hidden('\u200b'), hidden('\u00ad'), hidden('\u2060')]

const digitWords = [
  ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'],
  ['kosong', 'satu', 'dua', 'tiga', 'empat', 'lima', 'enam', 'tujuh', 'lapan', 'sembilan'],
  ['sifar', 'sa7u', 'dua', 't1ga', 'emp4t', 'l1ma', 'enam', 'tujuh', 'lapan', 'semb1lan'],
  ['z3ro', '0ne', 'tw0', 'thr33', 'f0ur', 'f1ve', 's1x', 's3ven', '3ight', 'n1ne'],
]
const scripts = ['٠', '۰', '０', '०', '௦', '𝟎', '𝟬', '⓪']
const inScript = (zero: string) => (digit: string) =>
  zero === '⓪'
    ? digit === '0'
      ? '⓪'
      : String.fromCodePoint(0x2460 + Number(digit) - 1)
    : String.fromCodePoint(zero.codePointAt(0)! + Number(digit))

const phone = fc
  .array(fc.integer({ min: 0, max: 9 }), { minLength: 7, maxLength: 9 })
  .map((rest) => ['0', '1', ...rest.map(String)])
const separator = fc.constantFrom(
  '',
  ' ',
  '-',
  '.',
  ' - ',
  '/',
  '*',
  '_',
  ', ',
  ') (',
  ' · ',
  '…',
  '\u200b',
  '\n',
)

const evasions: Record<Exclude<RefusedRule, 'lookalike'>, fc.Arbitrary<string>> = {
  link: fc.oneof(
    fc
      .tuple(
        fc.constantFrom(...hosts),
        fc.constantFrom(...dots),
        fc.constantFrom(...endings),
        fc.constantFrom(...inks),
      )
      .map(([host, dot, ending, ink]) => `${ink(host)}${dot}${ink(ending)}`),
    fc
      .tuple(
        fc.constantFrom('https://', 'hxxp://', 'HTTP://', 'h t t p : / /', 'https:\\\\', 'www.', 'w w w '),
        fc.constantFrom(...hosts),
        fc.constantFrom(...inks),
      )
      .map(([scheme, host, ink]) => `${ink(scheme)}${host}`),
    fc
      .tuple(
        fc.constantFrom(...hosts),
        fc.constantFrom('dotcom', ' dot com', ' titik com', ' com my', 'titikcom', ' d0t c0m', ' point com'),
      )
      .map(([host, end]) => host + end),
    fc.constantFrom(...hosts).map((host) => `${spaced(host)} . ${spaced('com')}`),
  ),
  email: fc
    .tuple(
      fc.constantFrom('pejabat', 'cikgu.ali', 'office'),
      fc.constantFrom('@', ' @ ', '(at)', '[at]', ' at ', ' alias ', '＠', '{at}'),
      fc.constantFrom('gmail', 'yahoo', 'hotmail'),
      fc.constantFrom('.com', ' dot com', '[.]com', ' titik com'),
      fc.constantFrom(plain, shouted, fullWidth, accented, hidden('\u200b')),
    )
    .map(([name, at, host, end, ink]) => `${ink(name)}${at}${ink(host)}${end}`),
  number: fc.oneof(
    fc.tuple(phone, separator).map(([digits, between]) => digits.join(between)),
    fc
      .tuple(phone, separator, separator)
      .map(
        ([digits, one, other]) =>
          `${digits.slice(0, 3).join('')}${one}${digits.slice(3, 6).join('')}${other}${digits.slice(6).join('')}`,
      ),
    fc.tuple(phone, fc.constantFrom(...scripts)).map(([digits, zero]) => digits.map(inScript(zero)).join('')),
    fc
      .tuple(phone, fc.constantFrom(...digitWords), fc.constantFrom(' ', '-', ', ', '', ' . '))
      .map(([digits, words, between]) => digits.map((digit) => words[Number(digit)]!).join(between)),
    fc
      .tuple(phone, fc.constantFrom(...digitWords), fc.array(fc.boolean(), { minLength: 11, maxLength: 11 }))
      .map(([digits, words, spoken]) =>
        digits.map((digit, at) => (spoken[at] ? words[Number(digit)]! : digit)).join(' '),
      ),
    phone.map((digits) => `O${digits.slice(1).join('')}`),
    phone.map((digits) => digits.map((digit) => `${digit}\ufe0f\u20e3`).join('')),
  ),
  data: fc
    .tuple(
      fc.constantFrom(
        'Send',
        'Reply with',
        'Please give',
        'WhatsApp us',
        'Balas',
        'Sila hantar',
        'Hantarkan',
        'Kongsi',
        'Sahkan',
        'Masukkan',
      ),
      fc.constantFrom(' your ', ' the ', ' ', ' semua '),
      fc.constantFrom(
        'password',
        'OTP',
        'O.T.P',
        'T A C',
        'passw0rd',
        'p@ssword',
        'kata laluan',
        'kata-laluan',
        'k@ta laluan',
        'CVV',
        'kad pengenalan',
        'mykad',
        'nombor akaun',
        'account number',
        'PIN',
        'IC',
        '0TP',
      ),
      fc.constantFrom(plain, fullWidth, cyrillic, mathematical, hidden('\u200b'), accented),
    )
    .map(([ask, between, what, ink]) => `${ask}${between}${ink(what)}`),
}

const around = fc.constantFrom(
  (text: string) => text,
  (text: string) => `Salam ibu bapa, ${text} terima kasih`,
  (text: string) => `Dear parents, please note: ${text}`,
  (text: string) => `Yuran RM120.00 perlu dibayar sebelum 31/12/2026. ${text}`,
)

describe('a thousand evasions are refused', () => {
  test.each(Object.entries(evasions))('250 of %s', (rule, drawn) => {
    const texts = fc.sample(
      fc.tuple(drawn, around).map(([text, put]) => put(text)),
      { numRuns: 250, seed },
    )
    const missed = texts.filter((text) => judgeSms(text).refused.length === 0)
    expect(missed).toEqual([])
    const named = texts.filter((text) => judgeSms(text).refused.some((one) => one.rule === rule))
    expect(named.length).toBeGreaterThan(texts.length * 0.95)
  })

  test('a word of two alphabets is named', () => {
    expect(judgeSms('Sila baса mesej ini').refused).toEqual([{ rule: 'lookalike', found: 'baса' }])
    expect(judgeSms('学校明天放假, sekolah cuti esok.').refused).toEqual([])
  })
})

const two = (n: number) => String(n).padStart(2, '0')
const day = fc.tuple(
  fc.integer({ min: 1, max: 28 }),
  fc.integer({ min: 1, max: 12 }),
  fc.integer({ min: 2024, max: 2035 }),
)
const date = fc
  .tuple(day, fc.nat(5))
  .map(
    ([[d, m, y], form]) =>
      [
        `${y}-${two(m)}-${two(d)}`,
        `${d}/${m}/${y}`,
        `${two(d)}-${two(m)}-${y}`,
        `${d}.${m}.${y}`,
        `${d} Jan ${y}`,
        `${d}/${m}/${two(y % 100)}`,
      ][form]!,
  )
const time = fc
  .tuple(
    fc.integer({ min: 7, max: 12 }),
    fc.constantFrom(0, 15, 30, 45),
    fc.constantFrom('.', ':'),
    fc.constantFrom(' pagi', ' am', '', 'pm', ' petang'),
  )
  .map(([h, m, mark, part]) => `${h}${mark}${two(m)}${part}`)
const amount = fc
  .tuple(fc.integer({ min: 1, max: 99_999 }), fc.nat(99), fc.boolean())
  .map(([rm, sen, space]) => `RM${space ? ' ' : ''}${rm.toLocaleString('en')}.${two(sen)}`)
const number = fc
  .tuple(fc.constantFrom('INV', 'RCP', 'CN', 'APP'), fc.integer({ min: 24, max: 39 }), fc.nat(999_999))
  .map(([prefix, year, no]) => `${prefix}-${year}-${String(no).padStart(6, '0')}`)
const child = fc.constantFrom(
  'Nur Aisyah binti Azman',
  'Tan Wei Ming',
  'Kavitha a/p Raju',
  'Noraini @ Nor',
  "Siti Nur'ain",
)
const room = fc.constantFrom('B2', 'Dewan 1', 'makmal 3', 'kelas 1C', 'bilik A-12', 'hall 4')

const innocents = fc.oneof(
  fc
    .tuple(child, amount, date, number)
    .map(([name, rm, on, no]) => `Yuran ${name} ${rm} perlu dibayar sebelum ${on}. Invois ${no}.`),
  fc
    .tuple(date, time, time, room)
    .map(
      ([on, from, to, where]) => `Kelas tambahan pada ${on}, ${from}-${to} di ${where}. Sila datang awal.`,
    ),
  fc
    .tuple(child, date, time)
    .map(
      ([name, on, at]) => `Parents of ${name}: please collect the report book on ${on} at ${at}. Thank you!`,
    ),
  fc
    .tuple(amount, amount, amount, date)
    .map(([a, b, c, on]) => `Yuran ${a}, buku ${b}, baju ${c}. Bayar di kaunter sebelum ${on}, 5.00 petang.`),
  fc
    .tuple(fc.integer({ min: 1, max: 4 }), room, time)
    .map(
      ([n, where, at]) =>
        `Levels ${n}, ${n + 1} and ${n + 2} move to ${where} from ${at}. No change for others.`,
    ),
  fc
    .tuple(number, amount, number, amount)
    .map(([a, x, b, y]) => `Received: ${a} ${x} and ${b} ${y}. Receipts are in your account.`),
  fc
    .tuple(fc.integer({ min: 2024, max: 2035 }), date)
    .map(([y, on]) => `Pendaftaran sesi ${y}/${y + 1} dibuka mulai ${on}. Info lanjut di pejabat.`),
  fc
    .tuple(child, fc.integer({ min: 1, max: 31 }), fc.integer({ min: 50, max: 100 }))
    .map(
      ([name, days, score]) =>
        `${name} attended ${days} lessons and scored ${score}% in the test. Well done!`,
    ),
  fc
    .tuple(date, date, room)
    .map(
      ([a, b, where]) =>
        `Cuti sekolah: ${a} hingga ${b}. Pejabat (${where}) dibuka seperti biasa, kecuali Ahad.`,
    ),
)

test('of five hundred innocent messages none is refused', () => {
  const texts = fc.sample(innocents, { numRuns: 500, seed })
  const wrong = texts.flatMap((text) => judgeSms(text).refused.map((one) => ({ text, ...one })))
  expect(wrong).toEqual([])
})
