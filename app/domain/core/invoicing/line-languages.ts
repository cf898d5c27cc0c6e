import { type RawBuilder, sql } from 'kysely'
import type { TranslatedLocale } from '#app/domain/core/translated.ts'

/** The text of a line as it was written, and in each language where its names had one then. */
export interface LineLanguages {
  description: string
  description_en?: string | null | undefined
  description_my?: string | null | undefined
}

/**
 * SQL, to be joined laterally: `en` and `my` of a line that is written now, null where they are the description. A description
 * that begins with the names of its class and fee type, or of its fee type, as `SPM Matematik, Yuran bulanan, Dis 2026`, says
 * them in the other language; one that somebody has rewritten stays as it is.
 * @param line an alias with `description`, `subject_fee_id` and `fee_type_id`
 */
export const lineLanguages = (line: RawBuilder<unknown>) => sql`(
  select ${saidIn('en', line)} as en, ${saidIn('my', line)} as my
  from fee_type left join subject_fee on subject_fee.id = ${line}.subject_fee_id
    left join subject on subject.id = subject_fee.subject_id
  where fee_type.id = ${line}.fee_type_id)`

function saidIn(locale: TranslatedLocale, line: RawBuilder<unknown>) {
  const name = (table: 'subject' | 'fee_type') =>
    sql`coalesce(${sql.ref(`${table}.name_${locale}`)}, ${sql.ref(`${table}.name`)})`
  const begins = (names: RawBuilder<unknown>) =>
    sql`starts_with(${line}.description, ${names})
      and substr(${line}.description, char_length(${names}) + 1, 2) in ('', ', ')`
  const rest = (names: RawBuilder<unknown>) => sql`substr(${line}.description, char_length(${names}) + 1)`
  const both = sql`concat(subject.name, ', ', fee_type.name)`
  return sql`nullif(case
    when subject.id is not null and ${begins(both)}
      then concat(${name('subject')}, ', ', ${name('fee_type')}, ${rest(both)})
    when ${begins(sql`fee_type.name`)} then concat(${name('fee_type')}, ${rest(sql`fee_type.name`)})
    end, ${line}.description)`
}
