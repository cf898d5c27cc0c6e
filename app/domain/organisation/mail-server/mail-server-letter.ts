import type { TFunction } from 'i18next'
import { defineLetter } from '#app/domain/core/letters/define-letter.ts'
import type { Letter } from '#app/domain/core/letters/letter.ts'
import { lineOf } from '#app/domain/core/letters/line.ts'
import { greetingOf, senderOf } from '#app/domain/core/letters/phrases.ts'
import { recipientAmong } from '#app/domain/identity/accounts/accounts.ts'
import { mailServer } from '#app/domain/organisation/entities/find-entity.ts'
import { type MailServerFault, mostHardErrors } from '#app/domain/organisation/mail-server/mail-server.ts'
import { paths } from '#app/paths.ts'
import { mailServerManagers } from './mail-server.ts'

interface FailedServer {
  host: string | null
  fault: MailServerFault | null
}

/** Tells its managers that the organisation's mail server has failed and is no longer used. Not sent if it works again. */
export const mailServerLetter = defineLetter<'mail_server.failed', FailedServer>({
  list: 'mail-server',
  async load(trx, _payload, { entity }) {
    const server = await mailServer(trx, entity.id)
    return server.status === 'failed' ? server : undefined
  },
  to: (trx, { user_id }) => recipientAmong(mailServerManagers(trx), user_id),

  compose({ host, fault }, { t, origin, organisation, reader }) {
    const sender = senderOf(organisation)
    return {
      subject: t('mail.mail_server.subject'),
      greeting: greetingOf(reader, t),
      paragraphs: [
        t('mail.mail_server.text', { most: mostHardErrors }),
        ...(fault ? [t(`mail_server.fault.${fault}`)] : []),
        t('mail.mail_server.then'),
      ],
      facts: [{ label: t('mail_server.host'), value: lineOf(host ?? '') }],
      action: { label: t('mail.mail_server.see'), url: origin + paths.setting.mail() },
      sender: sender.lines,
      note: t('mail.mail_server.note', { organisation: sender.name }),
    }
  },
})

/** The test mail, with the code that proves that it has arrived through the organisation's server. */
export function mailTestLetter(
  { name, code, minutes }: { name: string; code: string; minutes: number },
  t: TFunction,
): Letter {
  const organisation = lineOf(name, 80)
  return {
    subject: t('subscription.mail_test.subject', { organisation }),
    greeting: greetingOf(null, t),
    paragraphs: [t('subscription.mail_test.text', { organisation })],
    figure: { label: t('subscription.mail_test.code'), value: code },
    facts: [
      {
        label: t('subscription.mail_test.valid'),
        value: t('subscription.mail_test.minutes', { count: minutes }),
      },
    ],
    sender: [organisation],
    note: t('subscription.mail_test.note', { organisation }),
  }
}
