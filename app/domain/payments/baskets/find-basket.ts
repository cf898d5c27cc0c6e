import { type Kysely, sql } from 'kysely'
import type { RowScope } from '#app/domain/core/actor.ts'
import { invoicesIn, statusOn } from '#app/domain/core/invoicing/invoice.ts'
import { maskedTitle, type TitleFacts, titleFacts } from '#app/domain/core/invoicing/title.ts'
import { maskedName } from '#app/domain/core/mask.ts'
import { isForOne } from '#app/domain/payments/payments/public-invoice.ts'
import type { DB } from '#db/types.ts'

export interface BasketRow {
  number: string | null
  public_code: string
  payer_parent_id: string
  /** `paid` and `cancelled` are included, so that a payer who returns sees the outcome. */
  status: string
  balance_sen: number
  student_id: string
  student: string
  title: TitleFacts
  /** Code of the payment under way, unless it would show a stranger other invoices. */
  attempt_code: string | null
}

/**
 * The invoices of some codes, ordered by due date, in which order money is allocated. Undefined when a code is unknown or a
 * draft's. Names are in full only for the paying family.
 */
export async function basketOf(
  db: Kysely<DB>,
  codes: readonly string[],
  parent_id: string | null,
): Promise<BasketRow[] | undefined> {
  const rows = await db
    .selectFrom('invoice')
    .innerJoin('student', 'student.id', 'invoice.student_id')
    .leftJoin('payment_attempt', 'payment_attempt.id', 'invoice.locked_by_attempt_id')
    .select(['invoice.number', 'invoice.public_code', 'invoice.payer_parent_id', 'invoice.status'])
    .select(['invoice.balance_sen', 'invoice.student_id', 'student.name as student', titleFacts.as('title')])
    .select((eb) =>
      eb
        .case()
        .when(eb.or([isForOne, eb('invoice.payer_parent_id', '=', parent_id)]))
        .then(eb.ref('payment_attempt.public_code'))
        .end()
        .as('attempt_code'),
    )
    .where(sql<boolean>`invoice.public_code = any(${codes}::text[])`)
    .where('invoice.status', '<>', 'draft')
    .orderBy('invoice.due_on')
    .orderBy('invoice.number')
    .execute()
  if (rows.length < new Set(codes).size) return undefined
  return rows.map((row) =>
    row.payer_parent_id === parent_id
      ? row
      : { ...row, student: maskedName(row.student), title: maskedTitle(row.title) },
  )
}

/** Open invoices of the children within the reader's scope, those being paid included, ordered by due date. */
export function openForReader(db: Kysely<DB>, scope: RowScope, today: string) {
  return invoicesIn(db, scope)
    .innerJoin('student', 'student.id', 'invoice.student_id')
    .innerJoin('parent', 'parent.id', 'invoice.payer_parent_id')
    .leftJoin('payment_attempt', 'payment_attempt.id', 'invoice.locked_by_attempt_id')
    .select(['invoice.number', 'invoice.public_code', 'invoice.payer_parent_id', 'invoice.due_on'])
    .select([
      'invoice.balance_sen',
      'student.name as student',
      'parent.name as payer',
      titleFacts.as('title'),
    ])
    .select(['payment_attempt.public_code as attempt_code', statusOn(today).as('status')])
    .where('invoice.status', 'in', ['unpaid', 'pending'])
    .where('invoice.balance_sen', '>', 0)
    .orderBy('invoice.due_on')
    .orderBy('invoice.number')
    .limit(200)
    .execute()
}

/** Codes of the invoices of an attempt, to retry a failed one. */
export async function codesOfAttempt(db: Kysely<DB>, code: string): Promise<string[]> {
  const rows = await db
    .selectFrom('payment_attempt')
    .innerJoin('payment_attempt_invoice', 'payment_attempt_invoice.attempt_id', 'payment_attempt.id')
    .innerJoin('invoice', 'invoice.id', 'payment_attempt_invoice.invoice_id')
    .select('invoice.public_code')
    .where('payment_attempt.public_code', '=', code)
    .execute()
  return rows.map(({ public_code }) => public_code)
}
