import { sql, type Transaction } from 'kysely'
import { countBranches, endRun } from '#app/domain/billing/generations/end-generation.ts'
import { endPreview, planStep, savePreviewStep } from '#app/domain/billing/generations/make-preview.ts'
import { studentsToPlan } from '#app/domain/billing/generations/preview-lines.ts'
import { billNextChunk } from '#app/domain/billing/generations/run-generation.ts'
import { userOrSystemActor } from '#app/domain/core/actor.ts'
import { addDays, addMonths } from '#app/domain/core/dates.ts'
import { newId } from '#db/id.ts'
import type { Team } from '#db/seed/staff.ts'
import { at, type Stage } from '#db/seed/stage.ts'
import type { DB } from '#db/types.ts'

/**
 * The runs that billed the last two months, one of a single class today, and a preview of the month that comes, which waits for somebody to look at it.
 * Told once all rows are written, since a preview is worked out from them, by the organisation's own role.
 */
export async function addBillingRuns(
  trx: Transaction<DB>,
  stage: Stage,
  { office }: Team,
  role: string,
): Promise<void> {
  const admin = office.find((colleague) => colleague.role === 'admin')
  if (!admin) return
  for (const month of stage.months.slice(-2)) await billedMonth(trx, stage, month, admin.user_id)
  const coming = addMonths(stage.months.at(-1)!, 1)
  await sql`set local role ${sql.id(role)}`.execute(trx)
  const early = await oneClass(trx, stage, coming, admin.user_id)
  await waitingPreview(trx, stage, coming, admin.user_id)
  await sql`reset role`.execute(trx)
  if (early) await backdate(trx, stage, early)
}

const planning = (stage: Stage, month: string) =>
  ({
    month,
    filters: {},
    setting: { group_by: 'student', issue_zero: false },
    issued_on: stage.today,
  }) as const

/** A class that was billed ahead of the others just now, so that it can be undone still. Returns the run. */
async function oneClass(
  trx: Transaction<DB>,
  stage: Stage,
  month: string,
  user_id: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select subject.id from subject join enrolment on enrolment.subject_id = subject.id
    where subject.status = 'active' and enrolment.status = 'active' and subject.branch_id = ${stage.branch_ids[0]!}
      and coalesce(subject.ends_on > ${addMonths(month, 1)}::date, true)
    group by subject.id having count(*) between 3 and 30 order by count(*), subject.id limit 1`.execute(trx)
  if (!rows[0]) return undefined
  const id = newId()
  const filters = { subject_id: rows[0].id }
  const asked = stage.now
  await trx
    .insertInto('generation')
    .values({
      ...{ id, month, setting, filters: JSON.stringify(filters), created_at: asked },
      ...{ created_by: user_id, updated_by: user_id },
    })
    .execute()
  const students = await studentsToPlan(trx, month)
  await savePreviewStep(trx, id, await planStep(trx, { ...planning(stage, month), filters }, students, 0))
  await endPreview(trx, id)
  await trx
    .updateTable('generation')
    .set({
      ...{ status: 'running', run_by: user_id, run_at: asked, checked_at: asked, issued_on: stage.today },
      ...{ student_count: students.length, previewed_at: asked },
    })
    .where('id', '=', id)
    .execute()
  const actor = await userOrSystemActor(trx, user_id)
  while (await billNextChunk((work) => work(trx), id, actor));
  await endRun(trx, id)
  return id
}

/** The last thing that was done here before now; its mails have gone. */
async function backdate(trx: Transaction<DB>, stage: Stage, id: string): Promise<void> {
  const then = stage.now
  await sql`update generation set finished_at = ${then}, updated_at = ${then} where id = ${id}`.execute(trx)
  await sql`update invoice set created_at = ${then}, updated_at = ${then} where generation_id = ${id}`.execute(
    trx,
  )
  // Of families who had credit, that was spent on it.
  await sql`update credit_entry set created_at = ${then} where created_at > ${then}`.execute(trx)
  await sql`update audit_log set at = ${then} where at > ${then}`.execute(trx)
  await sql`
    delete from platform.outbox where name = 'invoice.send' and entity_id = ${stage.entity.id}`.execute(trx)
}

const setting = JSON.stringify({ group_by: 'student', issue_zero: false })

/** What the run of a month left: its invoices, student by student, each beside what the month before had. */
async function billedMonth(
  trx: Transaction<DB>,
  stage: Stage,
  month: string,
  user_id: string,
): Promise<void> {
  const id = newId()
  const issued_on = `${addMonths(month, -1).slice(0, 8)}25`
  const [asked, ended] = [at(stage, addDays(issued_on, -1), 15.5), at(stage, issued_on, 0.52)]
  await trx
    .insertInto('generation')
    .values({
      ...{ id, month, setting, status: 'completed', issued_on, student_count: 0 },
      ...{ created_at: asked, created_by: user_id, previewed_at: asked, run_by: user_id },
      ...{ run_at: at(stage, issued_on, 0.5), checked_at: ended, finished_at: ended, updated_by: user_id },
    })
    .execute()
  await sql`
    update invoice set generation_id = ${id}
    where period_key = ${month.slice(0, 7)} and issued_on = ${issued_on}::date and created_by is null`.execute(
    trx,
  )
  await sql`
    insert into generation_student (id, generation_id, position, student_id, payer_parent_id, branch_id, result, lines,
      invoices, total_sen, before_sen, differences, digest)
    select gen_random_uuid(), ${id}::uuid, row_number() over (order by now.number), now.student_id, now.payer_parent_id,
      now.branch_id, 'created', (select count(*) from invoice_item where invoice_id = now.id), 1, now.total_sen,
      coalesce(earlier.sen, 0),
      array[case when earlier.sen is null then 'new' when earlier.sen = now.total_sen then 'same' else 'fee' end], ''
    from invoice as now
    left join lateral (
      select sum(total_sen) as sen from invoice as other
      where other.student_id = now.student_id and other.status not in ('draft', 'cancelled')
        and other.period_key = ${addMonths(month, -1).slice(0, 7)} and other.created_by is null
    ) as earlier on true
    where now.generation_id = ${id}`.execute(trx)
  await sql`
    insert into generation_item (generation_id, student_id, position, subject_id, subject_fee_id, fee_type_id, apply_to,
      period_key, period_starts_on, period_ends_on, description, quantity_hundredths, price_sen, discount_sen, taxable,
      tax_sen, amount_sen, due_on)
    select ${id}::uuid, invoice.student_id, item.position, subject_fee.subject_id, item.subject_fee_id,
      item.fee_type_id, subject_fee.apply_to, ${month.slice(0, 7)}, item.period_starts_on, item.period_ends_on,
      item.description, item.quantity_hundredths, item.price_sen, item.discount_sen, item.taxable, item.tax_sen,
      item.amount_sen, invoice.due_on
    from invoice join invoice_item as item on item.invoice_id = invoice.id
    join subject_fee on subject_fee.id = item.subject_fee_id
    where invoice.generation_id = ${id}`.execute(trx)
  await countBranches(trx, id)
}

async function waitingPreview(
  trx: Transaction<DB>,
  stage: Stage,
  month: string,
  user_id: string,
): Promise<void> {
  const id = newId()
  const asked = at(stage, stage.today, 8.25)
  const students = await studentsToPlan(trx, month)
  await trx
    .insertInto('generation')
    .values({
      ...{ id, month, setting, student_count: students.length },
      ...{ created_at: asked, created_by: user_id, updated_by: user_id },
    })
    .execute()
  await savePreviewStep(trx, id, await planStep(trx, planning(stage, month), students, 0))
  await endPreview(trx, id)
  await trx.updateTable('generation').set({ previewed_at: asked }).where('id', '=', id).execute()
}
