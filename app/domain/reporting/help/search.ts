import { readFileSync } from 'node:fs'
import { addressOfPaper, type HelpRole, isForOperators, type Paper } from '#app/domain/core/help/paper.ts'
import { labelKeys, pluralTokens } from '#app/domain/core/labels/label.ts'
import { type Nouns, spokenSentence } from '#app/domain/core/labels/spoken.ts'
import { memoize } from '#app/domain/core/memoize.ts'
import { i18nFolder, type Locale } from '#app/i18n/locales.ts'
import { papersOn, renderedPaper } from './library.ts'
import { plainText, renderLine, type Speak, withWords } from './markdown.ts'

/** A paper that was found, in the reader's language: plain text, and the address of the page or of a heading in it. */
export interface HelpHit {
  title: string
  summary: string
  address: string
}

/** Papers that one search shows. */
const mostHits = 20

/**
 * Papers of the help centre that have all words of `q`, the best first; where none has all, those that have most. Words are
 * found by their beginnings, without accents, in English or Malay forms, and by words that mean the same.
 * @param q as typed; empty or longer than 100 characters finds nothing
 * @param roles whose papers rank first; operators' papers are found only with `operator` among them
 * @param speak the organisation's own nouns for `[student]`; by default the product's
 */
export function searchHelp(
  q: string,
  locale: Locale,
  roles: readonly HelpRole[],
  speak: Speak = productSpeaks(locale),
): HelpHit[] {
  const terms = [...new Set(wordsOf(q.slice(0, 100)))].filter((term) => !unasked.has(term))
  if (terms.length === 0) return []
  const found = papersOn(roles.includes('operator') ? 'main' : 'tenant', locale)
    .map((paper) => ({ paper, ...scoreOf(indexOf(paper, speak), terms) }))
    .filter(({ matched }) => matched > 0)
    .map((hit) => ({ ...hit, score: hit.score * factorOf(hit.paper, roles) }))
    .sort((one, other) => other.matched - one.matched || other.score - one.score)
  const most = found[0]?.matched ?? 0
  const least = most === terms.length ? most : Math.max(1, Math.ceil(terms.length / 2))
  return found
    .filter(({ matched }) => matched >= least)
    .slice(0, mostHits)
    .map(({ paper, heading }) => ({
      title: lineOf(paper.title, paper, speak),
      summary: lineOf(paper.summary, paper, speak),
      address: addressOfPaper(paper, heading),
    }))
}

/** A title or summary as plain text. */
export const lineOf = (text: string, { locale }: Pick<Paper, 'locale'>, speak: Speak): string =>
  plainText(renderLine(text, locale), speak)

/** One's own papers before those of others; what an operator alone reads last, unless that is all there is. */
const factorOf = (paper: Paper, roles: readonly HelpRole[]) => {
  const own = roles.filter((role) => role !== 'guest')
  if (isForOperators(paper)) return 1.5
  return own.some((role) => paper.roles.includes(role)) ? 1.5 : 1
}

/** What tells the words of one organisation from those of another. */
const everyNoun = labelKeys.map((key) => `[an ${key}] [${pluralTokens[key]}]`).join(' ')

interface Indexed {
  title: readonly string[]
  summary: readonly string[]
  headings: readonly { id: string; words: readonly string[] }[]
  text: ReadonlySet<string>
}

function indexOf(paper: Paper, speak: Speak): Indexed {
  const own = speak(everyNoun)
  return memoize(
    paper,
    ['search', own],
    () => {
      const { html, headings } = renderedPaper(paper)
      return {
        title: wordsOf(lineOf(paper.title, paper, speak)),
        summary: wordsOf(lineOf(paper.summary, paper, speak)),
        headings: headings.map(({ id, text }) => ({ id, words: wordsOf(plainText(text, speak)) })),
        text: new Set(wordsOf(plainText(withWords(html, speak), speak))),
      }
    },
    50,
  )
}

const weights = { title: 12, summary: 5, heading: 4, text: 1 } as const

function scoreOf(index: Indexed, terms: readonly string[]) {
  let [score, matched] = [0, 0]
  const text = [...index.text]
  for (const term of terms) {
    const inTitle = index.title.some((word) => fits(word, term))
    const inSummary = index.summary.some((word) => fits(word, term))
    const inHeadings = index.headings.some(({ words }) => words.some((word) => fits(word, term)))
    const inText = text.some((word) => fits(word, term))
    if (inTitle || inSummary || inHeadings || inText) matched += 1
    score +=
      (inTitle ? weights.title : 0) +
      (inSummary ? weights.summary : 0) +
      (inHeadings ? weights.heading : 0) +
      (inText ? weights.text : 0)
  }
  const isInTitle = terms.every((term) => index.title.some((word) => fits(word, term)))
  const heading = isInTitle
    ? undefined
    : index.headings.find(({ words }) => terms.every((term) => words.some((word) => fits(word, term))))
  return { score: score + (heading ? weights.heading : 0), matched, heading: heading?.id }
}

/** Whether a word of a paper is what was typed: the same, begun so, or another form or word of the same meaning. */
function fits(word: string, term: string): boolean {
  if (word === term || (term.length >= 3 && word.startsWith(term))) return true
  const [one, other] = [stemOf(word), stemOf(term)]
  return one === other || (other.length >= 4 && one.startsWith(other)) || meaningOf(one) === meaningOf(other)
}

/** Lower-case words of letters and digits, without accents; `e-mel` is one word. */
function wordsOf(text: string): string[] {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/\be-(?=\p{L})/gu, 'e')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
}

/** Words that say nothing of what is searched for. */
const unasked = new Set(
  wordsOf(
    'a an and are at by can do does for from how i in is it me my of on or the to we what when where which why with you your ' +
      'ada adalah akan apa apakah bagaimana bila boleh dalam dan dari dengan di hendak ialah ini itu kami kenapa ke macam mana ' +
      'mengapa nak pada perlu saya untuk yang',
  ),
)

const stems = new Map<string, string>()

/** The root of a word: without the affixes of Malay and the endings of English, as far as four letters are left. */
function stemOf(word: string): string {
  let stem = stems.get(word)
  if (stem === undefined) {
    stem = word
    for (const ending of [/(?:nya|lah|kah)$/, /(?:kan|an|i)$/, /(?:ing|ed|es|s)$/]) stem = cut(stem, ending)
    stem = cut(stem, /^(?:memper|diper|menge|penge|meng|peng|mem|pem|men|pen|ber|ter|per|me|pe|di|se|ke)/)
    if (stems.size > 20_000) stems.clear()
    stems.set(word, stem)
  }
  return stem
}

const cut = (word: string, affix: RegExp) => {
  const rest = word.replace(affix, '')
  return rest.length >= 4 ? rest : word
}

/** What people call the same thing, by stems of both languages. */
const synonyms = [
  'invoice invois bill bil',
  'receipt resit',
  'fee yuran fees',
  'student pelajar murid anak child pupil',
  'parent ibu bapa penjaga guardian',
  'class kelas',
  'password kata laluan katalaluan',
  'email emel mel mail',
  'refund bayaran balik pulangan',
  'cancel batal void',
  'branch cawangan',
  'teacher guru trainer jurulatih cikgu tutor',
  'pay bayar payment',
  'discount diskaun potongan',
  'login log sign masuk',
  'slip transfer pindahan',
  'reminder peringatan',
  'report laporan',
  'register daftar registration enrol',
].map((group) => [...new Set(wordsOf(group).filter((word) => !unasked.has(word)))])

const meanings = new Map(synonyms.flatMap((group) => group.map((word) => [stemOf(word), group[0]!] as const)))

const meaningOf = (stem: string) => meanings.get(stem) ?? stem

const spoken = new Map<Locale, Speak>()

/** The product's own nouns, as `app/i18n/<locale>/label.json` has them. */
function productSpeaks(locale: Locale): Speak {
  let speak = spoken.get(locale)
  if (!speak) {
    const { label } = JSON.parse(readFileSync(`${i18nFolder}/${locale}/label.json`, 'utf8')) as {
      label: Nouns
    }
    const nouns = Object.fromEntries(labelKeys.map((key) => [key, label[key]])) as Nouns
    speak = (sentence) => spokenSentence(sentence, nouns, locale)
    spoken.set(locale, speak)
  }
  return speak
}
