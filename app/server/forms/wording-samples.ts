import { formatDate } from '#app/domain/dates.ts'
import { originOf } from '#app/domain/entities/origin.ts'
import { formatRinggit } from '#app/domain/money.ts'
import {
  filledIn,
  type OwnWordings,
  type Wording,
  type WordingKind,
  wordingOf,
} from '#app/domain/reminders/wording.ts'
import { environment } from '#app/environment.ts'
import { i18nOf } from '#app/i18n/i18n.server.ts'
import type { Locale } from '#app/i18n/locales.ts'
import { paths } from '#app/paths.ts'
import type { RequestContext } from '#app/server/request/context.ts'

/** Each wording in one language as an invented family would read it. */
export function samplesOf(context: RequestContext, locale: Locale, own: OwnWordings) {
  const { site, labels, today } = context
  const { t } = i18nOf(locale, labels)
  const tenant = site.side === 'tenant' ? site.entity : undefined
  const values = {
    parent: 'Puan Aminah',
    student: 'Aqil',
    school: tenant?.name ?? '',
    amount: formatRinggit(24_500),
    due: formatDate(today, locale),
    number: 'INV-26-000184',
    link: (tenant ? originOf(tenant, environment) : '') + paths.invoice.status('x2a'),
  }
  return (kind: WordingKind): Wording => {
    const { subject, text } = wordingOf(own, kind, locale, t)
    return {
      ...(subject === undefined ? {} : { subject: filledIn(subject, values) }),
      text: filledIn(text, values),
    }
  }
}
