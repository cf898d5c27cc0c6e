import { z } from 'zod'
import { email, text, version } from '#app/domain/core/fields.ts'
import { oneTimeCode } from '#app/domain/identity/accounts/account-forms.ts'
import { hostName, type SmtpInput } from '#app/domain/organisation/entities/profile.ts'
import type { MailFailure } from '#app/integrations/mail/error.ts'

export const mailServerStatuses = ['not_setup', 'entered', 'tested', 'verified', 'failed'] as const
export type MailServerStatus = (typeof mailServerStatuses)[number]

/** Why it does not work: what a mail met, or a code that was mistyped too often. */
export type MailServerFault = MailFailure | 'code'

/** Mails in a row that a verified server would not take, after which the platform's sends again. */
export const mostHardErrors = 10

/** The organisation's own mail server, as its people type it. A password that is left empty stays as it is. */
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

/** As the domain takes it: a password of null goes, one that is not there stays. */
export function mailServerOf(input: z.output<typeof mailServerForm>): SmtpInput {
  const { host, port, username, smtp_password, clear_password, sender_name, sender_email } = input
  const password = smtp_password ?? (clear_password ? null : undefined)
  return { host, port, username: username ?? null, password, sender_name, sender_email }
}

export const testMailForm = z.object({ to: email })
export const mailCodeForm = z.object({ code: oneTimeCode })
