import { type Kysely, sql, type Transaction } from 'kysely'
import { failureReason, type MailFailureReason } from '#app/domain/billing/invoices/invoice-mails.ts'
import type { Actor, RowScope } from '#app/domain/core/actor.ts'
import { named, record } from '#app/domain/core/audit.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { reachedParents } from '#app/domain/people/parents/find-parents.ts'
import type { Payload, TenantJobName } from '#app/outbox/catalogue.ts'
import { enqueue } from '#app/outbox/enqueue.ts'
import type { DB } from '#db/types.ts'

interface About {
  parent_id: string | null
  user_id: string | null
  /** A number or a name. */
  about: string
}

const family = (table: 'invoice' | 'payment', id: string) =>
  sql<About>`select payer_parent_id as parent_id, null::uuid as user_id, coalesce(number, '') as about
    from ${sql.table(table)} where id = ${id}`

const ofParent = (id: string) =>
  sql<About>`select id as parent_id, null::uuid as user_id, name as about from parent where id = ${id}`

/**
 * The mails that somebody of the organisation can do something about, each with whom it was for. The others are digests and
 * notices to colleagues, which come again, and mails with a secret of their own.
 */
const abouts = {
  'invoice.send': ({ invoice_id }) => family('invoice', invoice_id),
  'receipt.send': ({ payment_id }) => family('payment', payment_id),
  'statement.send': ({ parent_id }) => ofParent(parent_id),
  'credit_note.send': ({ credit_note_id: id }) =>
    sql<About>`select invoice.payer_parent_id as parent_id, null::uuid as user_id,
      coalesce(credit_note.number, invoice.number, '') as about
      from credit_note join invoice on invoice.id = credit_note.invoice_id where credit_note.id = ${id}`,
  'credit_refund.send': ({ credit_refund_id: id }) =>
    sql<About>`select parent_id, null::uuid as user_id, coalesce(number, '') as about
      from credit_refund where id = ${id}`,
  'arrangement.send': ({ arrangement_id: id }) =>
    sql<About>`select parent.id as parent_id, null::uuid as user_id, parent.name as about
      from arrangement join parent on parent.id = arrangement.parent_id where arrangement.id = ${id}`,
  'student_change.send': ({ student_change_id: id }) =>
    sql<About>`select student_change.parent_id, null::uuid as user_id, student.name as about
      from student_change join student on student.id = student_change.student_id where student_change.id = ${id}`,
  'transfer_slip.send': ({ transfer_slip_id: id }) =>
    sql<About>`select invoice.payer_parent_id as parent_id, null::uuid as user_id, coalesce(invoice.number, '') as about
      from transfer_slip join invoice on invoice.id = transfer_slip.invoice_id where transfer_slip.id = ${id}`,
  'invitation.send': ({ invitation_id: id }) =>
    sql<About>`select parent.id as parent_id, case when parent.id is null then user_account.id end as user_id,
      user_account.name as about
      from invitation join user_account on user_account.id = invitation.user_id
        left join parent on parent.user_id = user_account.id where invitation.id = ${id}`,
} satisfies { [N in TenantJobName]?: (payload: Payload<N>) => ReturnType<typeof sql<About>> }

export type FailedMailJob = keyof typeof abouts
export const failedMailJobs = Object.keys(abouts) as FailedMailJob[]

/** Records that a mail failed for good; once for each job, and nothing for mails that nobody sends again by hand. */
export async function recordFailedMail<N extends TenantJobName>(
  trx: Transaction<DB>,
  payload: Payload<N>,
  { job, address, error }: { job: { id: string; name: string }; address: string; error: unknown },
): Promise<void> {
  const find = (abouts as Record<string, ((payload: never) => ReturnType<typeof sql<About>>) | undefined>)[
    job.name
  ]
  if (!find) return
  const about = (await find(payload as never).execute(trx)).rows[0]
  if (!about) return
  await trx
    .insertInto('failed_mail')
    .values({
      ...{ id: job.id, job: job.name, payload: JSON.stringify(payload), recipient: address, ...about },
      reason: failureReason(error),
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
}

/** The branch of what a mail is about, by the id in its payload; the others are about the family as a whole. */
const branches = {
  'invoice.send': sql`select branch_id from invoice where id = (payload ->> 'invoice_id')::uuid`,
  'receipt.send': sql`select branch_id from payment where id = (payload ->> 'payment_id')::uuid`,
  'credit_note.send': sql`select branch_id from credit_note where id = (payload ->> 'credit_note_id')::uuid`,
  'student_change.send': sql`select student.branch_id from student_change
    join student on student.id = student_change.student_id
    where student_change.id = (payload ->> 'student_change_id')::uuid`,
  'transfer_slip.send': sql`select invoice.branch_id from transfer_slip
    join invoice on invoice.id = transfer_slip.invoice_id
    where transfer_slip.id = (payload ->> 'transfer_slip_id')::uuid`,
} satisfies { [N in FailedMailJob]?: unknown }

/** Where a receipt goes before the address of the family. */
const payerAddress = sql`case when failed_mail.job = 'receipt.send' then
  (select payer_email from payment where id = (failed_mail.payload ->> 'payment_id')::uuid) end`

const isOfBranches = ({ branch_ids }: RowScope) => {
  const cases = Object.entries(branches).map(([job, branch]) => sql`when ${sql.lit(job)} then (${branch})`)
  const branch_id = sql`case failed_mail.job ${sql.join(cases, sql` `)} end`
  return sql<boolean>`(failed_mail.job not in (${sql.join(Object.keys(branches).map((job) => sql.lit(job)))})
    or ${branch_id} = any(${[...branch_ids]}::uuid[]))`
}

/**
 * Mails that nobody has seen to yet, within a scope by their families and, where they are about one child, by its branch: one
 * whose person has another address by now is done. Those to colleagues, and to payers who are not on file, are for who sees the whole organisation.
 */
export function openFailedMails(db: Kysely<DB>, scope: RowScope) {
  return db
    .selectFrom('failed_mail')
    .leftJoin('parent', 'parent.id', 'failed_mail.parent_id')
    .leftJoin('user_account', 'user_account.id', 'failed_mail.user_id')
    .where('failed_mail.resolved_at', 'is', null)
    .where(
      sql<boolean>`(failed_mail.parent_id is null and failed_mail.user_id is null
        or lower(failed_mail.recipient) = lower(coalesce(${payerAddress}, parent.email, user_account.email, '')))`,
    )
    .$if(scope.scope !== 'all', (query) =>
      query
        .where('failed_mail.parent_id', 'in', reachedParents(db, scope).select('parent.id'))
        .where(isOfBranches(scope)),
    )
    .select(['failed_mail.id', 'failed_mail.job', 'failed_mail.about', 'failed_mail.recipient'])
    .select(['failed_mail.failed_at', 'failed_mail.parent_id', 'failed_mail.user_id'])
    .select(['parent.name as parent', 'user_account.name as colleague'])
    .select(sql<MailFailureReason>`failed_mail.reason`.as('reason'))
}

/** As many as the page shows. */
const mostShown = 100

/** The latest first. */
export const failedMails = (db: Kysely<DB>, scope: RowScope) =>
  openFailedMails(db, scope).orderBy('failed_mail.failed_at', 'desc').limit(mostShown).execute()

/**
 * Sends a mail again, to the address on file, or takes it off the list. Refuses one that is out of reach or was seen to
 * (not_found.failed_mail).
 */
export async function resolveFailedMail(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  id: string,
  resolution: 'sent_again' | 'dismissed',
): Promise<{ recipient: string }> {
  const found = await openFailedMails(trx, scope).where('failed_mail.id', '=', id).executeTakeFirst()
  const row =
    found &&
    (await trx
      .updateTable('failed_mail')
      .set({ resolution, resolved_at: sql<Date>`now()`, resolved_by: actor.id })
      .where('id', '=', id)
      .where('resolved_at', 'is', null)
      .returning(['job', 'payload', 'recipient', 'about'])
      .executeTakeFirst())
  if (!row) throw new Refusal('not_found.failed_mail')
  const { job, payload, recipient, about } = row
  if (resolution === 'sent_again') await enqueue(trx, job as FailedMailJob, payload as never)
  const change = named(about, { after: { mailed_to: recipient } })
  if (resolution === 'sent_again')
    await record(trx, actor, 'failed_mail.sent_again', { type: 'failed_mail', id }, change)
  else await record(trx, actor, 'failed_mail.dismissed', { type: 'failed_mail', id }, change)
  return { recipient }
}
