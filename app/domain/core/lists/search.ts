import { type ExpressionBuilder, type RawBuilder, type ReferenceExpression, sql } from 'kysely'
import { likePattern } from './like.ts'

/**
 * What people write differently each time, as a set of a regular expression that JavaScript and Postgres read alike:
 * spaces, signs, hyphens, apostrophes of every shape, accents and vowel points, invisible marks. `@` stays, by which an
 * address is found.
 */
const unwritten =
  '[\\u0001-\\u002F\\u003A-\\u003F\\u005B-\\u0060\\u007B-\\u00BF\\u02B0-\\u036F\\u0610-\\u061C\\u0640\\u064B-\\u065F\\u0670\\u2000-\\u206F\\u2212\\u2800\\u3000-\\u3004\\u3008-\\u303F\\u30FB\\uFE00-\\uFE0F\\uFEFF]+'
const everyUnwritten = new RegExp(unwritten, 'gu')

/** A text as it is compared in searches: `D’Cruz` is `dcruz`, `INV-26-001234` is `inv26001234`. */
export const searchKey = (text: string): string =>
  text.normalize('NFKD').toLowerCase().replace(everyUnwritten, '')

/** {@link searchKey} of a column. Indexes of searches are on exactly this expression. */
export function searchKeyOf<D, T extends keyof D>(
  eb: ExpressionBuilder<D, T>,
  column: ReferenceExpression<D, T>,
) {
  const plain = eb.fn<string>('lower', [eb.fn('normalize', [column, sql.raw('NFKD')])])
  return eb.fn<string>('regexp_replace', [plain, sql.lit(unwritten), sql.lit(''), sql.lit('g')])
}

/** {@link searchKey} of any text of a query. */
export const searchKeyOfText = (text: RawBuilder<string>) =>
  sql<string>`regexp_replace(lower(normalize(${text}, NFKD)), ${sql.lit(unwritten)}, '', 'g')`

/** What stands between a name and the father's, and is written in as many ways as left out: never first in a name. */
const connectors = /^(bin|binti|binte|bint|bte|bt|ibni|b\.|bt\.|bte\.|a\/l|a\/p|s\/o|d\/o)$/i
/** The same without their signs, which alone may be a class or a beginning. */
const betweenNames = /^(b|al|ap|so|do)$/i

/** The keys of the words that must all be found, without what only connects names; none of a text without letters. */
export function searchWords(typed: string): string[] {
  const words = typed
    .replace(/\banak (lelaki|perempuan)\b/gi, ' ')
    .split(/\s+/)
    .filter((word) => searchKey(word) !== '')
  const telling = words.filter(
    (word, index) =>
      index === 0 || !(connectors.test(word) || (index < words.length - 1 && betweenNames.test(word))),
  )
  return [...new Set(telling.map(searchKey))]
}

/**
 * True of a row in which one of these columns contains each word that was typed, in any order and however it is written:
 * with or without apostrophes, hyphens, full stops, spaces, `bin` and `binti`.
 */
export function contains<D, T extends keyof D>(
  eb: ExpressionBuilder<D, T>,
  typed: string,
  columns: readonly ReferenceExpression<D, T>[],
) {
  const words = searchWords(typed)
  if (words.length === 0) return eb.or(columns.map((column) => eb(column, 'ilike', likePattern(typed))))
  return eb.or(
    columns.map((column) =>
      eb.and(words.map((word) => eb(searchKeyOf(eb, column), 'like', likePattern(word)))),
    ),
  )
}
