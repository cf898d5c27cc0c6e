import { type Kysely, sql } from 'kysely'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { DB } from '#db/types.ts'
import type { Difference, Reason, Result } from './generation.ts'

/** One student of a preview or a run with every line that was looked at; refuses with not_found.generation. */
export async function generationStudent(db: Kysely<DB>, id: string) {
  const row = await db
    .selectFrom('generation_student as told')
    .innerJoin('generation', 'generation.id', 'told.generation_id')
    .innerJoin('student', 'student.id', 'told.student_id')
    .innerJoin('branch', 'branch.id', 'told.branch_id')
    .leftJoin('parent', 'parent.id', 'told.payer_parent_id')
    .select(['told.id', 'told.generation_id', 'told.student_id', 'told.payer_parent_id', 'told.before_sen'])
    .select(['told.total_sen', 'generation.month', 'student.name as student', 'student.student_no'])
    .select(['parent.name as payer', 'branch.name as branch'])
    .select([sql<Result>`told.result`.as('result'), sql<Reason | null>`told.reason`.as('reason')])
    .where('told.id', '=', id)
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found.generation')
  const [lines, invoices] = await Promise.all([
    db
      .selectFrom('generation_item')
      .select(['position', 'description', 'quantity_hundredths', 'price_sen', 'discount_sen', 'tax_sen'])
      .select(['due_on', 'before_sen', sql<number>`amount_sen + tax_sen`.as('sen')])
      .select([sql<Reason | null>`skip`.as('skip'), sql<Difference | null>`difference`.as('difference')])
      .where('generation_id', '=', row.generation_id)
      .where('student_id', '=', row.student_id)
      .orderBy('position')
      .execute(),
    db
      .selectFrom('invoice')
      .select(['id', 'number', 'total_sen', 'status'])
      .where('generation_id', '=', row.generation_id)
      .where('student_id', '=', row.student_id)
      .orderBy('number')
      .execute(),
  ])
  return { ...row, lines, invoices }
}
