import { formatDate } from '#app/domain/core/dates.ts'
import { lineOf } from '#app/domain/core/letters/line.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import type { PlaceholderFacts } from '#app/domain/messaging/texts/placeholders.ts'
import { type Locale, languageTag } from '#app/i18n/locales.ts'
import { paths } from '#app/paths.ts'
import type { RecipientFacts } from './audience.ts'

/** The organisation as texts name it. */
export interface SchoolFacts {
  name: string
  /** The organisation's own, such as `https://melati.lunas.my`. */
  origin: string
}

/**
 * What the placeholders say to one recipient, in the language of the text. Names lose what would be a mark of the text:
 * nobody writes bold or a link by a name.
 */
export function placeholderFacts(
  name: string,
  { students = [], classes = [], amount_sen, due_on, code }: RecipientFacts,
  { name: school, origin }: SchoolFacts,
  locale: Locale,
): PlaceholderFacts {
  const list = new Intl.ListFormat(languageTag(locale), { type: 'conjunction' })
  return {
    parent: plain(name),
    student: plain(list.format(students)),
    class: plain(list.format(classes)),
    school: plain(school),
    amount: amount_sen === undefined ? null : formatRinggit(amount_sen),
    due: due_on === undefined ? null : formatDate(due_on, locale),
    link: code === undefined ? null : `${origin}${paths.invoice.status(code)}`,
  }
}

const plain = (name: string) => lineOf(name, 1_000).replace(/[*[\]]/g, '')
