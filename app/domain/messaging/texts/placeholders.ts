/** What a text may say differently to each reader, the same names in every language. */
export const placeholders = ['parent', 'student', 'class', 'school', 'amount', 'due', 'link'] as const
export type Placeholder = (typeof placeholders)[number]

/** Only families with something overdue have these. */
export const overduePlaceholders: readonly Placeholder[] = ['amount', 'due', 'link']

/** What stands in for each placeholder, written out; one without a value says nothing. */
export type PlaceholderFacts = Readonly<Partial<Record<Placeholder, string | null>>>

/** Anything in braces, mistyped placeholders included. */
const braced = /\{([^{}\n]*)\}/g

const isPlaceholder = (name: string): name is Placeholder =>
  (placeholders as readonly string[]).includes(name)

/** Spaces and case in the braces do not count: a phone writes `{ Student}`. */
const nameOf = (typed: string) => typed.trim().toLowerCase()

/** The placeholders of a text, each once, in the order in which they come. */
export function placeholdersIn(text: string): Placeholder[] {
  const names = [...text.matchAll(braced)].map(([, typed = '']) => nameOf(typed))
  return [...new Set(names.filter(isPlaceholder))]
}

/**
 * What stands in braces and is none of `allowed`, with the one that it resembles most; a brace that is alone stands for
 * itself. A text with any of these is refused.
 */
export function unknownPlaceholders(
  text: string,
  allowed: readonly Placeholder[] = placeholders,
): { typed: string; nearest: Placeholder | null }[] {
  const known = new Set<string>(allowed)
  const unknown = [...text.matchAll(braced)]
    .filter(([, typed = '']) => !known.has(nameOf(typed)))
    .map(([whole, typed = '']) => ({ typed: whole, nearest: nearestOf(nameOf(typed), allowed) }))
  const lone = text.replace(braced, '').match(/[{}]/g) ?? []
  const all = [...unknown, ...lone.map((typed) => ({ typed, nearest: null }))]
  return [...new Map(all.map((one) => [one.typed, one])).values()]
}

/**
 * Replaces all placeholders; values are never interpreted and lose their line breaks, since a subject is filled as well.
 * A missing value leaves nothing behind, and what is in braces otherwise stays as it is.
 */
export function fill(text: string, facts: PlaceholderFacts): string {
  return text.replace(braced, (whole, typed: string) => {
    const name = nameOf(typed)
    if (!isPlaceholder(name)) return whole
    return (facts[name] ?? '').replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()
  })
}

/** What people write for a placeholder in either language. */
const otherNames: Record<string, Placeholder> = {
  nama: 'parent',
  name: 'parent',
  ibubapa: 'parent',
  penjaga: 'parent',
  guardian: 'parent',
  anak: 'student',
  child: 'student',
  pelajar: 'student',
  murid: 'student',
  kelas: 'class',
  subject: 'class',
  sekolah: 'school',
  organisation: 'school',
  amaun: 'amount',
  jumlah: 'amount',
  baki: 'amount',
  tarikh: 'due',
  date: 'due',
  pautan: 'link',
  url: 'link',
}

function nearestOf(typed: string, allowed: readonly Placeholder[]): Placeholder | null {
  const letters = typed.replace(/[^a-z]/g, '')
  const meant = otherNames[letters]
  if (meant && allowed.includes(meant)) return meant
  const ranked = allowed
    .map((name) => ({ name, steps: editSteps(letters, name) }))
    .sort((one, other) => one.steps - other.steps)
  const [best] = ranked
  return best && best.steps <= Math.max(2, best.name.length / 2) && best.steps < best.name.length
    ? best.name
    : null
}

/** Levenshtein's distance: letters added, left out or mistaken. */
function editSteps(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= other.length; j += 1) {
      const same = one[i - 1] === other[j - 1] ? 0 : 1
      next.push(Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + same))
    }
    row = next
  }
  return row.at(-1)!
}
