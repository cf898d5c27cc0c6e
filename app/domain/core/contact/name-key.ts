import { type RawBuilder, sql } from 'kysely'

/** Signs inside a word that some leave out: apostrophes of every shape, full stops, the stroke of `a/l`, accents. */
const signs =
  '[\\u0027\\u002E\\u002F\\u0060\\u00AD\\u00B4\\u02B0-\\u036F\\u200B-\\u200F\\u2018-\\u201B\\u2032\\uFEFF]+'
/** Everything else between words. */
const gaps =
  '[\\u0001-\\u002F\\u003A-\\u003F\\u005B-\\u0060\\u007B-\\u00BF\\u02B0-\\u036F\\u0610-\\u061C\\u0640\\u064B-\\u065F\\u0670\\u2000-\\u206F\\u2212\\u2800\\u3000-\\u3004\\u3008-\\u303F\\u30FB\\uFE00-\\uFE0F\\uFEFF]+'
const connectors = ' (?:bin|binti|binte|bint|bte|bt|ibni|b|al|ap|so|do|anak lelaki|anak perempuan)(?= |$)'
const [everySign, everyGap, everyConnector] = [signs, gaps, connectors].map((one) => new RegExp(one, 'gu'))

/**
 * A name for the question whether two are the same person: without case, accents, signs, spaces, what connects it with
 * the father's, and doubled letters. `SITI ’AISYAH BT. HASSAN` and `Siti Aisyah binti Hasan` are alike.
 */
export const nameKey = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(everySign!, '')
    .replace(everyGap!, ' ')
    .replace(everyConnector!, '')
    .replaceAll(' ', '')
    .replace(/([^0-9])\1+/gu, '$1')

/** {@link nameKey} of an SQL expression; the index of birthdays and names of students is on exactly this one. */
export function nameKeyOf(name: RawBuilder<unknown>): RawBuilder<string> {
  const plain = sql`regexp_replace(lower(normalize(${name}, NFKD)), ${sql.lit(signs)}, '', 'g')`
  const spaced = sql`regexp_replace(${plain}, ${sql.lit(gaps)}, ' ', 'g')`
  const named = sql`regexp_replace(${spaced}, ${sql.lit(connectors)}, '', 'g')`
  return sql<string>`regexp_replace(replace(${named}, ' ', ''), ${sql.lit('([^0-9])\\1+')}, ${sql.lit('\\1')}, 'g')`
}
