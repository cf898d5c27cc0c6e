import type { Kysely } from 'kysely'
import { endOfMonth, formatDate, startOfMonth } from '#app/domain/core/dates.ts'
import { invoicePurpose, type TitleFacts } from '#app/domain/core/invoicing/title.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import type { WordingKind } from '#app/domain/core/settings/reminder-setting.ts'
import { nametagOf } from '#app/domain/organisation/entities/find-entity.ts'
import { originOf } from '#app/domain/organisation/entities/origin.ts'
import {
  filledIn,
  type OwnWordings,
  smsReminder,
  type Wording,
  wordingOf,
} from '#app/domain/payments/reminders/reminder-letters.ts'
import { environment } from '#app/environment.ts'
import { i18nOf } from '#app/i18n/i18n.ts'
import type { Locale } from '#app/i18n/locales.ts'
import { paths } from '#app/paths.ts'
import type { RequestContext } from '#app/server/request/context.ts'
import type { DB } from '#db/types.ts'

/** An SMS of the gentlest level in one language, as an invented family would read it. */
export async function smsSampleOf(
  { today, labels }: RequestContext,
  db: Kysely<DB>,
  id: string,
  locale: Locale,
) {
  const invoices = [{ due_on: today, balance_sen: 24_500, title: sampleFacts(today) }]
  const nametag = await nametagOf(db, id)
  return smsReminder(
    { level: 1, invoices, today },
    { nametag, locale, t: i18nOf(locale, labels).getFixedT(locale) },
  )
}

/** The fees of this month, as an invented invoice bills them. */
function sampleFacts(today: string): TitleFacts {
  const [from, until] = [startOfMonth(today), endOfMonth(today)]
  const first = { description: '', period_starts_on: from, period_ends_on: until }
  return { student: null, lines: 1, monthly: 1, periodic: 1, from, until, first }
}

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
    about: invoicePurpose(sampleFacts(today), { t, locale }),
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
