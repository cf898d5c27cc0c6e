/** Seven or more digits make a number that somebody could be asked to call. */
const mostDigits = 6

/** Shapes of numbers that nobody calls; what fits one is left out before digits are counted. */
const harmless: readonly RegExp[] = [
  // RM1,250.00
  /(?<![\p{L}\d])rm ?(?:[1-9]\d{0,2}(?:,\d{3}){0,2}|0|[1-9]\d{0,5})(?:\.\d{2})?(?![\d,.]?\d)/gu,
  // INV-26-001006, in a year from 2020 on
  /(?<![\p{L}\d])[a-z]{2,5}-[2-3]\d-\d{6}(?![\d-])/gu,
  // 2026-12-31
  /(?<![\d./-])20[2-4]\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])(?![\d/-]|\.\d)/gu,
  // 31/12/2026, 31-12-26, 31.12.2026
  /(?<![\d./-])(?:0?[1-9]|[12]\d|3[01])([./-])(?:0?[1-9]|1[0-2])\1(?:20)?[2-4]\d(?![\d/-]|\.\d)/gu,
  // 2026/2027, 2024-2030
  /(?<![\d./-])(?:19|20)\d\d ?[/-] ?20[2-4]\d(?![\d/-]|\.\d)/gu,
  // 8.00-10.30, 8:30
  /(?<![\d.:/-])(?:[01]?\d|2[0-4])[.:][0-5]\d(?: ?(?:am|pm|pagi|petang|malam|tgh|tengah hari))?(?: ?(?:-|to|hingga) ?(?:[01]?\d|2[0-4])[.:][0-5]\d)?(?![\d:/-]|\.\d)/gu,
  // 3, 10, 17 and 24: days and years of school, each after the other
  /(?<![\d.:/-])(?<!\d, ?)[1-9]\d?(?:, ?[1-9]\d?)*(?:,? ?(?:and|dan|&|or|atau) ?[1-9]\d?)?(?![\d:/-]|\.\d|, ?\d)/gu,
  // 4-6
  /(?<![\d.:/-])(?<!\d ?- ?)[1-9]\d? ?- ?[1-9]\d?(?![\d:/-]|\.\d| ?- ?\d)/gu,
]

const isRising = (list: string) => {
  const numbers = (list.match(/\d+/g) ?? []).map(Number)
  return (
    numbers.length > 1 && numbers.every((one, at) => one <= 31 && (at === 0 || one > (numbers[at - 1] ?? 0)))
  )
}

/** The last two shapes say nothing by themselves: their numbers must rise. */
function withoutHarmless(text: string): string {
  return harmless.reduce(
    (left, shape, at) =>
      left.replace(shape, (whole) => (at < harmless.length - 2 || isRising(whole) ? ' ¤ ' : whole)),
    text,
  )
}

const ofLetters: Record<string, string> = {
  a: '[a4@]',
  e: '[e3]',
  i: '[i1!l]',
  o: '[o0]',
  s: '[s5$]',
  t: '[t7]',
  l: '[l1]',
  b: '[b8]',
}
/** A word, also with digits that look like its letters and with something between them. */
const spelled = (word: string) => [...word].map((letter) => ofLetters[letter] ?? letter).join('[\\s._*-]?')

const words = [
  // Longer ones first, since "empat" must not be read as something shorter
  ...['seventeen', 'thirteen', 'fourteen', 'eighteen', 'nineteen', 'fifteen', 'sixteen', 'twelve', 'eleven'],
  ...['seventy', 'twenty', 'thirty', 'eighty', 'ninety', 'forty', 'fifty', 'sixty'],
  ...['three', 'seven', 'eight', 'zero', 'four', 'five', 'nine', 'one', 'two', 'six', 'ten', 'nil', 'ziro'],
  ...[
    'sembilan',
    'delapan',
    'kosong',
    'lapan',
    'empat',
    'sifar',
    'satu',
    'tiga',
    'lima',
    'enam',
    'tujuh',
    'dua',
  ],
  ...['double', 'triple', 'dabel', 'tripel'],
].map(spelled)
const digit = `(?:\\d|${words.join('|')}|(?<![\\p{L}])oh(?![\\p{L}])|(?<=\\d)[oil](?=[\\doil])|(?<![\\p{L}\\d])[oil](?=\\d)|(?<=\\d)[oil](?![\\p{L}])|(?<![\\p{L}\\d])o(?![\\p{L}\\d]))`
/** What people put between digits, words included that only lead on. */
const between =
  '(?:[^\\p{L}\\d¤]{1,4}(?:(?:and|then|dan|kemudian|lepas tu|dash|sengkang|puluh|belas|plus|space|jarak|strip)[^\\p{L}\\d¤]{1,3})?|[^\\p{L}\\d¤]{0,3})'
const chain = new RegExp(`${digit}(?:${between}${digit}){${mostDigits},}`, 'gu')
/** Letters that look like digits count only among real ones. */
const real = new RegExp(`\\d|${words.join('|')}`, 'gu')

/** What reads like a telephone number in an opened text, however it is grouped, in digits and in words of both languages. */
export const phoneNumbersIn = (opened: string): string[] =>
  [...withoutHarmless(opened).matchAll(chain)]
    .map(([found]) => found)
    .filter((found) => (found.match(real)?.length ?? 0) >= 4)
