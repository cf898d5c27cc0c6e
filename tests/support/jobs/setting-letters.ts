import type { TFunction } from 'i18next'
import { mailServerLetter, mailTestLetter } from '#app/domain/organisation/mail-server/mail-server-letter.ts'
import { domainNews } from '#app/domain/organisation/own-domain/own-domain.ts'
import { ownDomainLetter } from '#app/domain/organisation/own-domain/own-domain-letter.ts'
import { helpVisitLetter } from '#app/domain/platform/help-visits/help-visit-letter.ts'
import type { Locale } from '#app/i18n/locales.ts'

interface About {
  t: TFunction
  locale: Locale
  origin: string
  organisation: { name: string; contact_phone: string; contact_email: string }
  name: string
}

/** Each letter about what an organisation sets up for itself. */
export function settingLetters({ name, ...about }: About) {
  const { t } = about
  const setting = { ...about, reader: name }
  return [
    {
      kind: 'mail server failed',
      writer: 'mailServerLetter',
      letter: mailServerLetter({ host: name, fault: 'slow' }, setting),
    },
    ...domainNews.map((what) => ({
      kind: `own domain ${what}`,
      writer: 'ownDomainLetter',
      letter: ownDomainLetter({ what, domain: name, reason: name }, setting),
    })),
    {
      kind: 'help visit',
      writer: 'helpVisitLetter',
      letter: helpVisitLetter(
        {
          ...{ operator_name: name, reason: name },
          ...{ began_at: new Date('2026-01-31T06:05:00Z'), ends_at: new Date('2026-01-31T07:05:00Z') },
        },
        setting,
      ),
    },
    {
      kind: 'mail test',
      writer: 'mailTestLetter',
      letter: mailTestLetter({ name, code: '4829', minutes: 10 }, t),
    },
  ]
}
