import type { MailMessage } from '#app/integrations/mail/message.ts'
import type { MailSettings } from '#app/integrations/mail/settings.ts'
import type { JobTools } from '#jobs/handler.ts'
import { sendOwnOrInstead } from './own-server.ts'

/**
 * Says whether this run sent it. `sent_mail` remembers each mail; a worker that dies between the server's "accepted"
 * and that row makes a second copy, which has the same Message-ID and is written to the log.
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
  if (job.cutOff) log.warn('an earlier run was cut off and may have sent this mail: it may go out twice')
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
