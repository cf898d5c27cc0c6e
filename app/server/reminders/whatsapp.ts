import { whatsAppLink } from '#app/domain/core/contact/links.ts'
import { formatDate } from '#app/domain/core/dates.ts'
import type { TitleFacts } from '#app/domain/core/invoicing/title.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import { originOf } from '#app/domain/organisation/entities/origin.ts'
import {
  aboutOf,
  askedAndLater,
  type OwnWordings,
  whatsAppReminder,
} from '#app/domain/payments/reminders/reminder-letters.ts'
import { environment } from '#app/environment.ts'
import { i18nOf } from '#app/i18n/i18n.ts'
import { linkIn } from '#app/i18n/link-language.ts'
import { knownLocale } from '#app/i18n/locales.ts'
import { paths } from '#app/paths.ts'
import type { RequestContext } from '#app/server/request/context.ts'

interface Family {
  parent: string
  phone: string | null
  preferred_locale: string
}

interface Owed {
  number: string | null
  student: string
  title: TitleFacts
  due_on: string
  left_sen: number
  public_code: string | null
}

/**
 * What a person sends to a family from their own phone about what it owes, in the organisation's words and the family's language; it
 * leads to the first of these invoices: of what is overdue, or else of what is due. Null where nothing is owed.
 */
export function reminderByWhatsApp(...given: Parameters<typeof whatsAppText>): string | null {
  const text = whatsAppText(...given)
  return text === null ? null : whatsAppLink(given[2].phone, text)
}

/** The text of that message. */
export function whatsAppText(
  { site, labels, today }: RequestContext,
  wording: OwnWordings,
  { parent, preferred_locale }: Family,
  left: readonly Owed[],
): string | null {
  const { asked: owed } = askedAndLater(2, left, today)
  const [first] = owed
  if (!first || site.side !== 'tenant') return null
  const locale = knownLocale(preferred_locale)
  const { t } = i18nOf(locale, labels)
  return whatsAppReminder(wording, locale, t, {
    parent,
    school: site.entity.name,
    amount: formatRinggit(owed.reduce((sum, { left_sen }) => sum + left_sen, 0)),
    about: aboutOf(owed, { t, locale }),
    due: formatDate(first.due_on, locale),
    number: owed.map(({ number }) => number).join(', '),
    link: linkIn(locale, originOf(site.entity, environment) + paths.invoice.status(first.public_code ?? '')),
    student: [...new Set(owed.map(({ student }) => student))].join(', '),
  })
}
