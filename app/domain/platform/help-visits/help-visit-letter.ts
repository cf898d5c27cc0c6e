import { formatInstant } from '#app/domain/core/dates.ts'
import { defineLetter } from '#app/domain/core/letters/define-letter.ts'
import { lineOf } from '#app/domain/core/letters/line.ts'
import { greetingOf, senderOf } from '#app/domain/core/letters/phrases.ts'
import { recipientAmong } from '#app/domain/identity/accounts/accounts.ts'
import { superadminAccounts } from '#app/domain/organisation/own-domain/change-own-domain.ts'
import { paths } from '#app/paths.ts'
import { notifiedVisit } from './find-help-visits.ts'

interface Visit {
  operator_name: string
  reason: string
  began_at: Date
  ends_at: Date
}

/**
 * Tells those who can end it that an operator has begun a visit. Sent by the platform's mail server, which nobody in the
 * organisation can redirect.
 */
export const helpVisitLetter = defineLetter<'help.mail', Visit>({
  list: 'help-visit',
  sentBy: 'platform',
  load: (trx, { visit_id }) => notifiedVisit(trx, visit_id),
  to: (trx, { user_id }) => recipientAmong(superadminAccounts(trx), user_id),

  compose(visit, { t, locale, origin, organisation, reader }) {
    const sender = senderOf(organisation)
    const values = { name: lineOf(visit.operator_name), until: formatInstant(visit.ends_at, locale) }
    return {
      subject: t('mail.help_visit.subject', values),
      greeting: greetingOf(reader, t),
      paragraphs: [t('mail.help_visit.text', values), t('mail.help_visit.end')],
      facts: [
        { label: t('help_visit.operator'), value: values.name },
        { label: t('help_visit.reason'), value: lineOf(visit.reason, 300) },
        { label: t('help_visit.began_at'), value: formatInstant(visit.began_at, locale) },
        { label: t('help_visit.ends_at'), value: values.until },
      ],
      action: { label: t('mail.help_visit.see'), url: origin + paths.setting.help() },
      sender: sender.lines,
      note: t('mail.help_visit.note', { organisation: sender.name }),
    }
  },
})
