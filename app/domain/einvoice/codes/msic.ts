import rows from './msic.json' with { type: 'json' }

/** What a business does: code and words of the Malaysia Standard Industrial Classification, as the portal has them. */
export interface Msic {
  code: string
  activity: string
}

/** Of a seller whose business is not known: somebody abroad, or nobody in particular. */
export const noMsic = '00000'

const list: readonly Msic[] = rows.map((row) => ({ code: row.slice(0, 5), activity: row.slice(6) }))
const activities = new Map(list.map(({ code, activity }) => [code, activity]))
export const isMsic = (code: string): boolean => activities.has(code)

/** In English, as the list has it; undefined of an unknown code. */
export const msicActivity = (code: string): string | undefined => activities.get(code)

/** What schools, nurseries and centres are most often. */
export const commonMsic: readonly string[] = [
  '85102',
  '88902',
  '85104',
  '85212',
  '85491',
  '85493',
  '85421',
  '85411',
  '85499',
]

/**
 * Those of which each typed word begins the code or a word: `sport instr` finds "Sports instruction", `854` finds that and its
 * neighbours; nothing typed finds what schools are. The common ones of schools come first, then all education; at most `most`.
 */
export function searchMsic(typed: string, most = 20): Msic[] {
  const words = typed.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  if (words.length === 0) return commonMsic.map((code) => ({ code, activity: activities.get(code)! }))
  const begun = words.map((word) => new RegExp(`(?<![\\p{L}\\p{N}])${word}`, 'iu'))
  const found = list.filter(({ code, activity }) =>
    begun.every((begins, index) => code.startsWith(words[index]!) || begins.test(activity)),
  )
  return found.toSorted((a, b) => rankOf(a.code) - rankOf(b.code)).slice(0, most)
}

function rankOf(code: string): number {
  if (commonMsic.includes(code)) return 0
  return code.startsWith('85') ? 1 : 2
}
