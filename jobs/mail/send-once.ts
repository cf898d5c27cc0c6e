import type { MailMessage } from '#app/integrations/mail/message.ts'
import type { MailSettings } from '#app/integrations/mail/settings.ts'
import type { JobTools } from '#jobs/handler.ts'
import { sendOwnOrInstead } from './own-server.ts'

/**
 * Sends a mail unless an earlier run of the job has; returns whether this run sent it. `sent_mail` has a row for each mail. A
 * worker that dies after the server has accepted a mail and before that row sends a second copy, with the same Message-ID and a
 * warning in the log.
 */
export async function sendOnce(
  { job, withTenant, mailer, log }: Pick<JobTools, 'job' | 'withTenant' | 'mailer' | 'log'>,
  settings: MailSettings,
  message: Omit<MailMessage, 'id'>,
): Promise<boolean> {
  const sent = await withTenant((trx) =>
    trx.selectFrom('sent_mail').select('key').where('key', '=', job.id).executeTakeFirst(),
  )
  if (sent) return false
  if (job.interrupted) log.warn('an earlier run was cut off and may have sent this mail: it may go out twice')
  await sendOwnOrInstead({ job, withTenant, mailer, log }, settings, { ...message, id: job.id })
  await withTenant((trx) =>
    trx
      .insertInto('sent_mail')
      .values({ key: job.id, recipient: message.to.address })
      .onConflict((conflict) => conflict.column('key').doNothing())
      .execute(),
  )
  return true
}
