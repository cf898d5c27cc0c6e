import { type Kysely, sql } from 'kysely'
import { organisationOf } from '#app/domain/billing/invoices/document.ts'
import { rolesWith } from '#app/domain/core/access/access.ts'
import { labelsOf } from '#app/domain/core/labels/find-labels.ts'
import { accountsToTell } from '#app/domain/identity/accounts/to-tell.ts'
import { failureSaid } from '#app/domain/payments/credit-refunds/by-chip/failure.ts'
import { failedRefundLetter } from '#app/domain/payments/credit-refunds/failed-refund-letter.ts'
import { enqueueFromJob } from '#app/outbox/enqueue.ts'
import type { DB } from '#db/types.ts'
import type { Handler } from '#jobs/handler.ts'
import { mailSettings } from '#jobs/mail/mail-settings.ts'
import { postToReader } from '#jobs/mail/post-to-reader.ts'

const deciders = rolesWith('credit_refund.approve')

/** Who can decide what becomes of a refund that CHIP has not done. */
const approvers = (db: Kysely<DB>) => accountsToTell(db).where(sql<boolean>`roles && ${deciders}::text[]`)

/** A mail to each who approves refunds: one that they believe to be under way is not. */
export const tellFailedRefund: Handler<'credit_refund.failed'> = async (
  { credit_refund_id },
  { inPlace, job },
) => {
  await inPlace(async (trx) => {
    for (const { id } of await approvers(trx).execute())
      await enqueueFromJob(trx, job, 'credit_refund.failed_mail', { credit_refund_id, user_id: id }, id)
  })
}

export const mailFailedRefund: Handler<'credit_refund.failed_mail'> = async (
  { credit_refund_id, user_id },
  tools,
) => {
  const [reader, refund, organisation, labels] = await tools.inPlace((trx) =>
    Promise.all([
      approvers(trx).where('id', '=', user_id).executeTakeFirst(),
      failedRefund(trx, credit_refund_id),
      organisationOf(trx),
      labelsOf(trx),
    ]),
  )
  const failure = failureSaid(refund?.failure ?? null)
  if (!reader?.email || !refund || !failure) return
  await postToReader(
    tools,
    await mailSettings(tools),
    { reader: { ...reader, email: reader.email }, organisation, labels, list: 'refund' },
    (setting) => failedRefundLetter({ ...refund, number: refund.number!, failure }, setting),
  )
}

const failedRefund = (db: Kysely<DB>, id: string) =>
  db
    .selectFrom('credit_refund as refund')
    .innerJoin('parent', 'parent.id', 'refund.parent_id')
    .select(['refund.id', 'refund.number', 'refund.amount_sen', 'refund.failure', 'parent.name as family'])
    .where('refund.id', '=', id)
    .where('refund.status', '=', 'failed')
    .executeTakeFirst()
