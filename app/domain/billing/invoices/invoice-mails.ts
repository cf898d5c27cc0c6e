import type { Transaction } from 'kysely'
import { MailError } from '#app/integrations/mail/error.ts'
import type { DB } from '#db/types.ts'

/** Why a mail failed for good, as far as the office can do something about it. */
export const mailFailures = ['address', 'refused', 'server', 'other'] as const
export type MailFailureReason = (typeof mailFailures)[number]

/** The reason behind the error of a mail that is not tried again. */
export function failureReason(error: unknown): MailFailureReason {
  if (!(error instanceof MailError)) return 'other'
  if (error.recipient || error.failure === 'invalid') return 'address'
  return error.failure === 'refused' || error.failure === 'deferred' ? 'refused' : 'server'
}

interface Mailed {
  job: { id: string }
  address: string
}

/** Records that the mail server took the mail of an invoice; once for each job. */
export const recordInvoiceMailed = (trx: Transaction<DB>, invoice_id: string, { job, address }: Mailed) =>
  trx
    .insertInto('invoice_mail')
    .values({ id: job.id, invoice_id, recipient: address, state: 'sent' })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()

/** Records that the mail of an invoice failed for good; once for each job. */
export const recordInvoiceMailFailed = (
  trx: Transaction<DB>,
  invoice_id: string,
  { job, address, error }: Mailed & { error: unknown },
) =>
  trx
    .insertInto('invoice_mail')
    .values({
      ...{ id: job.id, invoice_id, recipient: address },
      ...{ state: 'failed', reason: failureReason(error) },
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
