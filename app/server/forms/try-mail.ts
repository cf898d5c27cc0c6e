import type { Environment } from '#app/environment.ts'
import type { MailMessage } from '#app/integrations/mail/message.ts'
import { type MailOptions, sendMail } from '#app/integrations/mail/send.ts'
import { type OwnMailServer, ownMail } from '#app/integrations/mail/settings.ts'

/** Rejects (MailError) when the organisation's own server does not take it. */
export type TryMail = (own: OwnMailServer, message: MailMessage) => Promise<void>

/** Five seconds for each step, since somebody waits for the answer. */
export function mailTrier(environment: Environment, options: MailOptions = { stepMs: 5_000 }): TryMail {
  return async (own, message) => {
    await sendMail(ownMail(environment, own), message, options)
  }
}
