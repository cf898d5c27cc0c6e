import { countHardError, noteDelivered } from '#app/domain/organisation/mail-server/mail-server.ts'
import { MailError } from '#app/integrations/mail/error.ts'
import type { MailMessage } from '#app/integrations/mail/message.ts'
import type { MailSettings } from '#app/integrations/mail/settings.ts'
import type { JobTools } from '#jobs/handler.ts'
import { isLastTry } from '#jobs/last-try.ts'

/**
 * By the server of the settings. A mail that an organisation's own server will not take, though nothing is wrong with the
 * mail, goes out by the platform's, and is counted: after some in a row the own one is not asked any more.
 */
export async function sendOwnOrInstead(
  { job, withTenant, mailer, log }: Pick<JobTools, 'job' | 'withTenant' | 'mailer' | 'log'>,
  { instead, ...settings }: MailSettings,
  message: MailMessage,
): Promise<void> {
  // A stranger's server is the organisation's own; the sandbox, which is trusted, brings who sends instead.
  const isOwn = !settings.server.trusted || instead !== undefined
  try {
    await mailer.send(settings, message)
  } catch (error) {
    if (!isOwn || !(error instanceof MailError) || !isHard(error, job)) throw error
    const over = await withTenant((trx) => countHardError(trx, error.failure))
    log.warn(
      { failure: error.failure, answer: error.answer, over },
      "the organisation's own server took no mail",
    )
    if (!instead) throw error
    await mailer.send(instead, message)
    return
  }
  if (isOwn) await withTenant((trx) => noteDelivered(trx))
}

/** The server's own fault, and for good: not the recipient's address, not the mail, not a bad evening. */
function isHard(error: { failure: string; recipient: boolean; permanent: boolean }, job: JobTools['job']) {
  if (error.recipient || error.failure === 'invalid') return false
  return error.permanent || isLastTry(job, error)
}
