import { type Kysely, sql } from 'kysely'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { DB } from '#db/types.ts'

/** What a self-billed e-invoice (type 11) of a pay sheet says. Amounts in sen. */
export interface SelfBilledFacts {
  pay_sheet_id: string
  /** `2026-03` */
  month: string
  /** Who is paid. Addresses are not kept of trainers, so there is none. */
  supplier: { name: string; tin: string | null; phone: string | null; email: string | null; address: null }
  lines: { description: string; minutes: number | null; amount_sen: number }[]
  total_sen: number
  /** What the document cannot do without and is not known. */
  missing: ('tin' | 'address')[]
}

/**
 * The facts of a self-billed e-invoice for an approved or paid sheet; nothing is sent. Refuses (pay_sheet.state) a sheet that may
 * still change, and not_found.pay_sheet.
 */
export async function selfBilledFacts(db: Kysely<DB>, pay_sheet_id: string): Promise<SelfBilledFacts> {
  const sheet = await db
    .selectFrom('pay_sheet')
    .innerJoin('trainer', 'trainer.id', 'pay_sheet.trainer_id')
    .select(['pay_sheet.status', 'pay_sheet.total_sen', 'pay_sheet.trainer_name', 'trainer.tin'])
    .select(['trainer.phone', 'trainer.email', sql<string>`to_char(pay_sheet.month, 'YYYY-MM')`.as('month')])
    .where('pay_sheet.id', '=', pay_sheet_id)
    .executeTakeFirst()
  if (!sheet) throw new Refusal('not_found.pay_sheet')
  if (sheet.status !== 'approved' && sheet.status !== 'paid') throw new Refusal('pay_sheet.state')
  const lines = await db
    .selectFrom('pay_sheet_line as line')
    .leftJoin('class_session', 'class_session.id', 'line.session_id')
    .leftJoin('subject', 'subject.id', 'line.subject_id')
    .select(['line.minutes', 'line.amount_sen'])
    .select(
      sql<string>`concat_ws(', ', subject.name, to_char(class_session.held_on, 'YYYY-MM-DD'), line.reason,
        case when line.kind = 'month' then ${sheet.month} end)`.as('description'),
    )
    .where('line.pay_sheet_id', '=', pay_sheet_id)
    .orderBy('class_session.held_on')
    .orderBy('line.position')
    .orderBy('line.id')
    .execute()
  const { tin, phone, email, month, total_sen } = sheet
  return {
    ...{ pay_sheet_id, month, lines, total_sen },
    supplier: { name: sheet.trainer_name!, tin, phone, email, address: null },
    missing: tin ? ['address'] : ['tin', 'address'],
  }
}
