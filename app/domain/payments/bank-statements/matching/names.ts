/** Words that do not distinguish people: son of, daughter of, titles. */
const said = new Set(
  'BIN BINTI BT BTE BINTE B AL AP SO DO EN ENCIK PN PUAN CIK TUAN HJ HAJI HJH HAJJAH DR PROF DATO DATUK MR MRS MS'.split(
    ' ',
  ),
)
/** Abbreviations of common names. */
const alike: Readonly<Record<string, string>> = Object.fromEntries(
  'MUHAMMAD MOHAMMAD MOHAMED MOHAMAD MUHAMAD MUHAMED MOHD MUHD MOH MD'
    .split(' ')
    .map((name) => [name, 'MUHD']),
)

/** The distinguishing words of a name, normalised. */
function nameWords(name: string): string[] {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toUpperCase()
    .replace(/\b([ASD])\/([LPO])\b/g, '$1$2')
    .replace(/['’`]/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word && !said.has(word))
    .map((word) => alike[word] ?? word)
}

export interface KnownName {
  family: string
  words: readonly string[]
  name: string
  who: 'payer' | 'parent' | 'child' | 'paid_before'
}

/** Names by their first two words, and the families of each full name. */
export interface Names {
  byStart: ReadonlyMap<string, readonly KnownName[]>
  families: ReadonlyMap<string, ReadonlySet<string>>
}

const keyOf = (words: readonly string[]) => words.join(' ')

export function indexNames(people: readonly Omit<KnownName, 'words'>[]): Names {
  const byStart = new Map<string, KnownName[]>()
  const families = new Map<string, Set<string>>()
  for (const person of people) {
    const words = nameWords(person.name)
    if (words.length < 2) continue
    const start = keyOf(words.slice(0, 2))
    // Pushed to, not copied, since many names begin alike.
    const others = byStart.get(start)
    if (others) others.push({ ...person, words })
    else byStart.set(start, [{ ...person, words }])
    const whole = keyOf(words)
    families.set(whole, (families.get(whole) ?? new Set()).add(person.family))
  }
  return { byStart, families }
}

export interface FoundName extends KnownName {
  /** The complete name occurs. */
  all: boolean
  /** It is complete, has at least three words and is unique to one family. */
  whole: boolean
}

/**
 * People whose name occurs in a text: complete, or (`part`) truncated by the bank or without its last word. In a `field` that
 * holds only a name, additional words mean that it is somebody else's.
 */
export function namesIn(text: string, { byStart, families }: Names, field: 'name' | 'words'): FoundName[] {
  const words = nameWords(text)
  const found: FoundName[] = []
  for (let from = 0; from + 1 < words.length && (field === 'words' || from === 0); from++)
    for (const known of byStart.get(keyOf(words.slice(from, from + 2))) ?? []) {
      const here = words.slice(from, from + known.words.length)
      const same = here.filter((word, index) => word === known.words[index]).length
      const isAll = same === known.words.length
      const last = here.at(-1) ?? ''
      const isCut = !isAll && same === here.length - 1 && known.words[here.length - 1]!.startsWith(last)
      if (!isAll && !isCut && same < Math.max(2, known.words.length - 1)) continue
      const isAlone = field === 'words' || words.length === known.words.length
      const only = families.get(keyOf(known.words))?.size === 1
      found.push({
        ...known,
        all: isAll && isAlone,
        whole: isAll && isAlone && only && known.words.length >= 3,
      })
    }
  return found
}
