import type { TFunction } from 'i18next'
import { mailServerLetter, mailTestLetter } from '#app/domain/mails/mail-server.ts'
import { ownDomainLetter } from '#app/domain/mails/setting/own-domain.ts'
import { domainNews } from '#app/domain/own-domain/own-domain.ts'

interface About {
  t: TFunction
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
      writer: 'mail-server mailServerLetter',
      letter: mailServerLetter({ host: name, fault: 'slow' }, setting),
    },
    ...domainNews.map((what) => ({
      kind: `own domain ${what}`,
      writer: 'own-domain ownDomainLetter',
      letter: ownDomainLetter({ what, domain: name, reason: name }, setting),
    })),
    {
      kind: 'mail test',
      writer: 'mail-server mailTestLetter',
      letter: mailTestLetter({ name, code: '4829', minutes: 10 }, t),
    },
  ]
}
