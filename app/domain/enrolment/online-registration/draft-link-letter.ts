import { formatDate, todayIn } from '#app/domain/core/dates.ts'
import { defineLetter } from '#app/domain/core/letters/define-letter.ts'
import { greetingOf, senderOf } from '#app/domain/core/letters/phrases.ts'
import { knownLocale } from '#app/i18n/locales.ts'
import { paths } from '#app/paths.ts'
import { codeToMail } from './drafts.ts'

interface Told {
  code: string
  expires_at: Date
}

/** The link to a registration that was begun; not of one that was handed in or is over meanwhile. */
export const draftLinkLetter = defineLetter<'registration_draft.send', Told>({
  list: 'registration',
  load: (trx, payload, { keys }) => codeToMail(trx, keys, payload),
  to: (_trx, { address, locale }) => ({ address, name: null, locale: knownLocale(locale) }),

  compose({ code, expires_at }, { t, locale, origin, organisation }) {
    const sender = senderOf(organisation)
    const values = { organisation: sender.name }
    return {
      subject: t('mail.draft_link.subject', values),
      greeting: greetingOf(null, t),
      paragraphs: [t('mail.draft_link.text', values), t('mail.draft_link.secret')],
      facts: [{ label: t('mail.draft_link.until'), value: formatDate(todayIn(expires_at), locale) }],
      action: { label: t('mail.draft_link.action'), url: origin + paths.register.resume(code) },
      sender: sender.lines,
      note: t('mail.draft_link.note', values),
    }
  },
})
