import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { likePattern } from '#app/domain/core/lists/like.ts'
import { searchKey, searchKeyOfText, searchWords } from '#app/domain/core/lists/search.ts'
import { parsePercent, parseRinggit } from '#app/domain/core/money.ts'
import { asDate } from '#app/domain/core/spreadsheets/cells.ts'

interface Searched {
  texts: readonly RawBuilder<string | null>[]
  /** Columns of JSON. */
  details: readonly RawBuilder<unknown>[]
}

const day = /(?<![\w-])\d{1,2}[-/ ](?:[a-z]{3,9}|\d{1,2})[-/ ]\d{4}(?![\w-])/gi
const percent = /(?<![\w.,-])\d{1,3}(?:\.\d{1,2})?\s?%/g
const sum = /(?<![\w.,])-?RM\s?\d[\d,]*(?:\.\d{1,2})?(?![\w.])|(?<![\w.,-])\d[\d,]*\.\d{2}(?![\w.])/gi

/**
 * True of a row that says all of what was typed, in its texts and its details together, in any order and however it is
 * written. Details are found as their page shows them: sums as `RM150.00`, percentages as `12.5%`, days as `31 Jan 2026`.
 * Words that the page shows in place of a code, such as a status, are not found: they differ by language.
 */
export function containsShown(typed: string, { texts, details }: Searched): RawBuilder<SqlBool> {
  const written = sql<string>`concat_ws(' ', ${sql.join([...texts, ...details.map((one) => sql`${one}::text`)])})`
  const key = searchKeyOfText(written)
  const found: RawBuilder<SqlBool>[] = []
  const without = (text: string, pattern: RegExp, condition: (part: string) => RawBuilder<SqlBool> | null) =>
    text.replace(pattern, (part) => {
      const one = condition(part)
      if (one) found.push(one)
      return one ? ' ' : part
    })
  const hasKey = (word: string) => sql<SqlBool>`${key} like ${likePattern(word)}`
  const hasNumber = (unit: string, value: number, part: string) =>
    sql<SqlBool>`(${written} ~ ${`_${unit}": ?(\\[[-0-9, ]*)?-?${value}([^0-9]|$)`}
      or ${written} ilike ${likePattern(part)})`
  const undated = without(typed, day, (part) => {
    const read = asDate(part, 'dmy')
    return 'value' in read ? hasKey(searchKey(String(read.value))) : null
  })
  const uncounted = without(undated, percent, (part) => {
    const read = parsePercent(part)
    return 'basisPoints' in read ? hasNumber('bp', read.basisPoints, part) : null
  })
  const rest = without(uncounted, sum, (part) => {
    const figures = part.replace(/^-?RM\s?/i, '')
    const read = parseRinggit(figures)
    return 'sen' in read ? hasNumber('sen', read.sen, figures) : null
  })
  const words = searchWords(rest)
  if (words.length + found.length === 0) return sql<SqlBool>`${written} ilike ${likePattern(typed)}`
  return sql<SqlBool>`(${sql.join([...found, ...words.map(hasKey)], sql` and `)})`
}
