import { type Kysely, sql, type Transaction } from 'kysely'
import { z } from 'zod'
import { systemActor } from '#app/domain/core/actor.ts'
import { record } from '#app/domain/core/audit.ts'
import { email, text, version } from '#app/domain/core/fields.ts'
import { oneTimeCode } from '#app/domain/identity/accounts/account-forms.ts'
import { notifiableAccounts } from '#app/domain/identity/accounts/accounts.ts'
import { hostName, type SmtpInput } from '#app/domain/organisation/entities/entity-form.ts'
import type { MailFailure } from '#app/integrations/mail/error.ts'
import { enqueue } from '#app/outbox/enqueue.ts'
import type { DB } from '#db/types.ts'

const mailServerStatuses = ['not_setup', 'entered', 'tested', 'verified', 'failed'] as const
export type MailServerStatus = (typeof mailServerStatuses)[number]

/** Why the server does not work: the error of a mail, or too many wrong codes. */
export type MailServerFault = MailFailure | 'code'

/** Consecutive refused mails after which the platform's server is used again. */
export const mostHardErrors = 10

/** The organisation's own mail server. An empty password keeps the stored one. */
export const mailServerForm = z
  .object({
    host: hostName,
    port: z.coerce.number().int().min(1).max(65_535),
    username: text({ max: 254 }).optional(),
    smtp_password: z.string().min(1).max(256).optional(),
    clear_password: z.boolean().optional(),
    sender_name: text({ max: 100 }),
    sender_email: email,
    version,
  })
  .refine(({ username, smtp_password }) => username !== undefined || smtp_password === undefined, {
    path: ['username'],
    message: 'input.required',
  })

/** A password of null is removed, an undefined one stays. */
export function mailServerOf(input: z.output<typeof mailServerForm>): SmtpInput {
  const { host, port, username, smtp_password, clear_password, sender_name, sender_email } = input
  const password = smtp_password ?? (clear_password ? null : undefined)
  return { host, port, username: username ?? null, password, sender_name, sender_email }
}

export const testMailForm = z.object({ to: email })
export const mailCodeForm = z.object({ code: oneTimeCode })

const self = sql<string>`platform.current_entity()`

/**
 * Counts a mail that a verified server refused. The tenth in a row marks the server as failed: the platform's server is used
 * from then on, and the managers are notified once. Returns whether that happened.
 */
export async function countHardError(trx: Transaction<DB>, fault: MailFailure): Promise<boolean> {
  const count = sql<number>`smtp_hard_errors + 1`
  const row = await trx
    .updateTable('platform.entity')
    .set({
      smtp_hard_errors: count,
      smtp_failure: fault,
      smtp_status: sql<string>`case when ${count} >= ${mostHardErrors} then 'failed' else smtp_status end`,
    })
    .where('id', '=', self)
    .where('smtp_status', '=', 'verified')
    .returning(['id', 'smtp_status'])
    .executeTakeFirst()
  if (row?.smtp_status !== 'failed') return false
  const after = { smtp_status: 'failed', hard_errors: mostHardErrors }
  await record(trx, systemActor, 'entity.smtp_failed', { type: 'entity', id: row.id }, { after })
  for (const { id } of await mailServerManagers(trx).execute())
    await enqueue(trx, 'mail_server.failed', { user_id: id })
  return true
}

/** Whether the organisation's own mail server is in use. */
export async function hasMailServer(db: Kysely<DB>): Promise<boolean> {
  const row = await db
    .selectFrom('platform.entity')
    .select('smtp_status')
    .where('id', '=', self)
    .executeTakeFirst()
  return row?.smtp_status === 'verified'
}

/** A delivered mail resets the count of errors in a row. */
export async function noteDelivered(trx: Transaction<DB>): Promise<void> {
  await trx
    .updateTable('platform.entity')
    .set({ smtp_hard_errors: 0, smtp_failure: null })
    .where('id', '=', self)
    .where('smtp_status', '=', 'verified')
    .where('smtp_hard_errors', '>', 0)
    .execute()
}

/** Accounts that may set up the mail server. */
export const mailServerManagers = (trx: Transaction<DB>) =>
  notifiableAccounts(trx).where(sql<boolean>`roles && array['superadmin', 'admin']`)
