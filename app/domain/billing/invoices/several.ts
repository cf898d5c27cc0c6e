import type { Kysely, Transaction } from 'kysely'
import type { z } from 'zod'
import type { Actor, RowScope } from '#app/domain/core/actor.ts'
import { mostStudents } from '#app/domain/core/invoicing/invoice.ts'
import { contains } from '#app/domain/core/lists/list.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { type Billable, billableIn } from '#app/domain/people/students/billable.ts'
import type { DB } from '#db/types.ts'
import { createDraft, issueInvoice } from './change-invoice.ts'
import type { severalForm } from './invoice-form.ts'

type Input = Omit<z.output<typeof severalForm>, 'form_key' | 'line_template_id'>

/** Students of a class whom this reader may bill, by name; at most one more than {@link mostStudents}. */
export function studentsOfClass(
  db: Kysely<DB>,
  scope: RowScope,
  { subject_id, q }: { subject_id: string; q?: string | undefined },
): Promise<Pick<Billable, 'id' | 'name' | 'student_no' | 'payer'>[]> {
  return billableIn(db, scope)
    .where('student.id', 'in', (eb) =>
      eb
        .selectFrom('enrolment')
        .select('enrolment.student_id')
        .where('enrolment.subject_id', '=', subject_id)
        .where('enrolment.status', 'in', ['active', 'paused']),
    )
    .$if(Boolean(q), (query) => query.where((eb) => contains(eb, q!, ['student.name', 'student.student_no'])))
    .orderBy('student.name')
    .orderBy('student.student_no')
    .limit(mostStudents + 1)
    .execute()
}

/**
 * Bills several students with the same lines, each on their own invoice, all or none: as drafts or issued, with `send` also
 * e-mailed. Refuses a student out of scope, students without a payer (invoice.nobody_pays, with their names), and what
 * {@link createDraft} and {@link issueInvoice} refuse. Returns how many.
 */
export async function billSeveral(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  { student_ids, step, send, ...input }: Input,
  today: string,
): Promise<number> {
  const ids = [...new Set(student_ids)]
  const students = await billableIn(trx, scope).where('student.id', 'in', ids).execute()
  if (students.length < ids.length) throw new Refusal('not_found.student', 'student_ids')
  const unpaid = students.filter(({ payer }) => payer === null).map(({ name }) => name)
  if (unpaid.length > 0)
    throw new Refusal('invoice.nobody_pays', 'student_ids', { students: unpaid.slice(0, 10).join(', ') })
  // Ordered by name, so that the invoice numbers are.
  for (const { id: student_id } of students.toSorted((a, b) => a.name.localeCompare(b.name))) {
    const id = await createDraft(trx, actor, scope, student_id, input, today)
    if (step === 'issue')
      await issueInvoice(trx, actor, scope, id, { version: 1, send: send === 'mail', today })
  }
  return ids.length
}
