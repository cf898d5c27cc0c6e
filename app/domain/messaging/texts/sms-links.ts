/** Endings of addresses that no word of English or Malay is, so that even a space before them hides nothing. */
const strong = ['com', 'org', 'edu', 'gov', 'xyz', 'biz', 'io', 'ly', 'gl', 'gg', 'icu', 'cn', 'ru', 'tk']
/** Endings that are words, or parts of them, as well. */
const weak = [
  ...[
    'my',
    'net',
    'co',
    'me',
    'info',
    'app',
    'shop',
    'site',
    'online',
    'link',
    'click',
    'page',
    'club',
    'store',
  ],
  ...[
    'live',
    'web',
    'tech',
    'dev',
    'top',
    'vip',
    'win',
    'sg',
    'uk',
    'us',
    'cc',
    'tv',
    'asia',
    'be',
    'ee',
    'ai',
    'eu',
  ],
  ...['pro', 'name', 'mobi', 'space', 'fun', 'id'],
]
/** With something between their letters, and with digits that look like them. */
const spread = (words: string[]) =>
  words
    .map((word) => [...word].map((letter) => (letter === 'o' ? '[o0]' : letter)).join('[\\s_*~-]?'))
    .join('|')

const strongEnding = `(?:${spread(strong)})`
const anyEnding = `(?:${spread([...strong, ...weak])})`
const before = '(?<![\\p{L}\\d])'
const after = '(?![\\p{L}\\d])'
/** A dot in words, or in brackets. */
const saidDot =
  '(?:[\\[({<]\\s*(?:\\.|d[o0]t|titik|t1t1k|n[o0]ktah|p[o0]int)\\s*[\\])}>]|(?:d[o0]t|titik|t1t1k|tit1k|t1tik|n[o0]ktah|p[o0]int|peri[o0]d|full ?stop))'

const rules = [
  // A scheme, however it is spelled
  /h[\s._-]?[tx][\s._-]?[tx][\s._-]?p[\s._-]?s?\s*[:;]|:\s?\/\s?\/|:\\\\|(?<![\p{L}\d])h[tx]{2}ps?(?![\p{L}\d])/gu,
  // www
  /(?<![\p{L}\d])w[\s._*~-]{0,2}w[\s._*~-]{0,2}w(?![\p{L}])/gu,
  // A dot inside a word: phones make a link of it
  /[\p{L}\d-]\.\p{L}[\p{L}\d-]+[^\s,;!]*|\p{L}\.(?=\d*\p{L})[\p{L}\d-]{2,}/gu,
  // A space on one side or both
  new RegExp(`[\\p{L}\\d]\\s*\\.\\s*${strongEnding}${after}`, 'gu'),
  new RegExp(`[\\p{L}\\d]\\s+\\.\\s*${anyEnding}${after}`, 'gu'),
  new RegExp(`[\\p{L}\\d]\\s*\\.\\s*${anyEnding}\\s?\\/`, 'gu'),
  // "dot com", "[.]", "(titik) my", also without a space
  /[\s_*~-]?[[({<]\s*(?:\.|d[o0]t|titik|t1t1k|n[o0]ktah|p[o0]int)\s*[\])}>][\s_*~-]?[\p{L}\d]{2,}/gu,
  new RegExp(`${before}${saidDot}[\\s_*~.-]{0,2}${anyEnding}${after}`, 'gu'),
  new RegExp(`${saidDot}${strongEnding}${after}`, 'gu'),
  // No sentence has "com" as a word
  new RegExp(`${before}c[\\s_*~.-]{0,2}[o0][\\s_*~.-]{0,2}m${after}`, 'gu'),
  // Names of services that shorten links
  /(?<![\p{L}\d])(?:bit ?ly|tinyurl|linktr ?ee|linktree|goo ?gl|t1nyurl)(?![\p{L}\d])/gu,
]

/** Links and bare domains in an opened text, the surest first. */
export function linksIn(opened: string): string[] {
  const texts = [opened, joined(opened)]
  return rules.flatMap((rule) =>
    texts.flatMap((text) => [...text.matchAll(rule)].map((match) => around(text, match))),
  )
}

/** Letters that stand alone, one after the other, as one word: `s e k o l a h`. */
const joined = (text: string) =>
  text.replace(/(?<![\p{L}\d])(?:[\p{L}\d][\s_*~|-]{1,2}){2,}[\p{L}\d](?![\p{L}\d])/gu, (run) =>
    run.replace(/[\s_*~|-]/g, ''),
  )

/** With the rest of the word before it, so that a writer finds it. */
function around(text: string, match: RegExpMatchArray): string {
  const start = /\S*$/.exec(text.slice(0, match.index))![0]
  return start + match[0]
}

const providers = 'gmail|yahoo|hotmail|outlook|icloud|live|proton(?:mail)?|ymail'
const at = '(?:[\\[({<]\\s*(?:@|at|alias|a)\\s*[\\])}>]|@)'
const email = [
  new RegExp(`[\\p{L}\\d._+-]+\\s*${at}\\s*[\\p{L}\\d-]+\\s*(?:\\.|${saidDot})\\s*[\\p{L}\\d]{2,}`, 'gu'),
  new RegExp(`[\\p{L}\\d._+-]+\\s*(?:${at}|(?<=\\s)(?:at|alias|di|a)\\s)\\s*(?:${providers})${after}`, 'gu'),
  /[\p{L}\d._+-]+\s*[[({<]\s*(?:at|alias|@)\s*[\])}>]\s*[\p{L}\d-]+/gu,
]

/** E-mail addresses in an opened text. A name such as `Noraini @ Nor` is none. */
export const emailsIn = (opened: string): string[] =>
  email.flatMap((rule) =>
    [opened, joined(opened)].flatMap((text) => [...text.matchAll(rule)].map(([found]) => found)),
  )
