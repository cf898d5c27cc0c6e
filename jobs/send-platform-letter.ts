import type { Locale } from '#app/domain/dates.ts'
import { htmlLetter, type Letter, plainLetter } from '#app/domain/mails/letter.ts'
import { lineOf } from '#app/domain/mails/line.ts'
import { MailError } from '#app/integrations/mail/error.ts'
import { platformMail } from '#app/integrations/mail/settings.ts'
import type { JobTools } from './handler.ts'
import { sendOnce } from './send-once.ts'

/** Sends a letter of the platform's own, once for this job. Refuses (MailError, temporary) when no server is set. */
export async function sendPlatformLetter(
  tools: JobTools,
  {
    to,
    locale,
    letter,
    list,
  }: { to: { address: string; name: string }; locale: Locale; letter: Letter; list: string },
): Promise<void> {
  const settings = platformMail(tools.environment)
  if (!settings) throw new MailError('unreachable', false, { detail: 'no mail server is set' })
  const sent = await sendOnce(tools, settings, {
    to: { address: to.address, name: lineOf(to.name) },
    subject: lineOf(letter.subject, 200),
    text: plainLetter(letter),
    html: htmlLetter(letter, { locale, colour: null }),
    list,
  })
  tools.log.info({ list, sent }, sent ? 'mail sent' : 'mail was sent before')
}
