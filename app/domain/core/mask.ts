/** The words between a person's name and the father's, as they are shortened; they identify nobody. */
const joins: Record<string, string> = {
  bin: 'b.',
  'b.': 'b.',
  b: 'b.',
  binti: 'bt.',
  binte: 'bt.',
  'bt.': 'bt.',
  bt: 'bt.',
  bte: 'bt.',
  'bte.': 'bt.',
  'a/l': 'a/l',
  'a/p': 'a/p',
  's/o': 's/o',
  'd/o': 'd/o',
  al: 'a/l',
  ap: 'a/p',
  anak: 'anak',
}

/** The words after which a father's name follows, as people and masked names write them. */
export const patronymics: ReadonlySet<string> = new Set(
  // Without a slash these are also parts of names, such as Abdul Rahman Al Hafiz.
  Object.keys(joins).filter((word) => word !== 'al' && word !== 'ap'),
)

/** Scripts that write a whole name without spaces: a word of them is more than a first name. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u

/** Whole characters as a reader counts them: a letter with its vowel signs and marks, an emoji with all its parts. */
const characters = new Intl.Segmenter('en', { granularity: 'grapheme' })

/**
 * Shortens a person's name for pages that anybody with the link can open: enough for the family to know that the page is
 * theirs, too little for a stranger. `Nur Aisyah binti Azman` → `Nur A*** bt. A***`, `Tan Wei Ming` → `Tan W*** M***`,
 * `Siti` → `S***`, `陳小明` and `陳 小明` → `陳***` and `陳 ***`.
 */
export function maskedName(name: string): string {
  const words = name
    .normalize('NFC')
    // Invisible signs could join two names into one word, or turn around what follows.
    .replace(
      /[\p{Cc}\p{Zl}\p{Zp}\u00ad\u061c\u115f\u1160\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]/gu,
      ' ',
    )
    .split(/[\s\u2800\u3164]+/u)
    .filter(Boolean)
  if (words.length === 0) return '***'
  return words.map((word, index) => shortened(word, index, words.length > 1)).join(' ')
}

function shortened(word: string, index: number, isOneOfSeveral: boolean): string {
  const join = index > 0 ? joins[word.toLowerCase()] : undefined
  if (join) return join
  // Signs between names, such as the @ before another name.
  if (isOneOfSeveral && /^[@&/+|~·・–—-]$/u.test(word)) return word
  const isUnspaced = unspaced.test(word)
  if (isUnspaced && index > 0) return '***'
  if (isOneOfSeveral && index === 0 && (!isUnspaced || characterCount(word) === 1)) return word
  return `${firstLetter(word)}***`
}

const characterCount = (word: string) => [...characters.segment(word)].length

/** The first character that is not punctuation, such as the opening bracket around another name. */
function firstLetter(word: string): string {
  const [first = { segment: '' }] = characters.segment(word.replace(/^\p{P}+(?=[^\p{P}])/u, ''))
  return first.segment
}

/** An e-mail address for a page that anybody with the link can open: `azlina@mail.test` → `a***@mail.test`. */
export function maskedAddress(address: string): string {
  const at = address.lastIndexOf('@')
  return `${firstLetter(address.slice(0, Math.max(at, 0)))}***${at < 0 ? '' : address.slice(at)}`
}

export function maskedAccount(account_number: string): string {
  return `•••• ${account_number.slice(-4)}`
}
