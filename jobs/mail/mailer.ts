import { elapsedMs } from '#app/domain/core/clock.ts'
import { MailError } from '#app/integrations/mail/error.ts'
import type { MailMessage } from '#app/integrations/mail/message.ts'
import { type MailOptions, type SentMail, sendMail } from '#app/integrations/mail/send.ts'
import type { MailServer, MailSettings } from '#app/integrations/mail/settings.ts'
import { Postponed } from '#jobs/queue/postponed.ts'

export interface Mailer {
  /**
   * Never keeps the worker waiting for a server in trouble: refuses (Postponed) while the server is busy with others of
   * our mails, or rests after it did not answer.
   */
  send(settings: MailSettings, message: MailMessage): Promise<SentMail>
}

/** Mails at once to one server: few to a stranger's, so that a slow one never holds all the places of a worker. */
const places = { stranger: 2, own: 6 }

interface Line {
  talking: number
  restsUntil: number
}

/** A server that was slow or away rests for `restMs`. */
export function createMailer({
  restMs = 30_000,
  ...options
}: MailOptions & { restMs?: number } = {}): Mailer {
  const lines = new Map<string, Line>()

  return {
    async send(settings, message) {
      const key = keyOf(settings.server)
      const line = lines.get(key) ?? { talking: 0, restsUntil: 0 }
      const wait = line.restsUntil - elapsedMs()
      if (wait > 0) throw new Postponed(wait, 'the mail server rests')
      if (line.talking >= (settings.server.trusted ? places.own : places.stranger)) {
        throw new Postponed(1_000, 'the mail server is busy')
      }
      lines.set(key, line)
      line.talking += 1
      try {
        return await sendMail(settings, message, options)
      } catch (error) {
        const away = error instanceof MailError && ['slow', 'unreachable'].includes(error.failure)
        if (away) line.restsUntil = elapsedMs() + restMs
        throw error
      } finally {
        line.talking -= 1
        if (line.talking === 0 && line.restsUntil <= elapsedMs()) lines.delete(key)
      }
    },
  }
}

function keyOf({ host, port, login }: MailServer): string {
  return JSON.stringify([host, port, login?.user])
}
