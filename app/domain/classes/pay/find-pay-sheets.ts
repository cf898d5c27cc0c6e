import { type Kysely, sql } from 'kysely'
import type { RowScope } from '#app/domain/core/actor.ts'
import { linkOnly, oneEntry, oneOf } from '#app/domain/core/lists/filters.ts'
import { byStatus, type Selected, tenantList } from '#app/domain/core/lists/list.ts'
import { contains } from '#app/domain/core/lists/search.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { DB } from '#db/types.ts'
import { type PaySheetStatus, payMonth, paySheetStatuses } from './pay-sheet.ts'

/** Pay sheets, the latest month first. Trainers see their own once these are approved. */
export const paySheetList = tenantList<Selected<typeof found> & { hours: number }, Selected<typeof found>>()({
  name: 'pay-sheet',
  title: 'pay_sheet.plural',
  access: { view: 'trainer_pay.view', print: 'trainer_pay.print', create: 'trainer_pay.edit' },
  columns: [
    { key: 'trainer', label: 'pay_sheet.trainer', room: 'who', sort: true },
    { key: 'month_name', label: 'pay_sheet.month', kind: 'month', sort: true },
    { key: 'sessions', label: 'pay_sheet.sessions', kind: 'count', room: 'table', total: true },
    { key: 'hours', label: 'pay_sheet.hours', kind: 'duration', room: 'table' },
    { key: 'minutes', label: 'pay_sheet.minutes', kind: 'count', only: 'file', total: true },
    { key: 'total_sen', label: 'pay_sheet.total_sen', kind: 'money', room: 'much', sort: true, total: true },
    { key: 'status', label: 'pay_sheet.status', kind: 'status', words: 'pay_sheet.statuses' },
    { key: 'paid_on', label: 'pay_sheet.paid_on', kind: 'date', room: 'wide' },
    { key: 'bank_reference', label: 'pay_sheet.bank_reference', only: 'file' },
  ],
  filters: {
    status: oneOf('pay_sheet.status', paySheetStatuses, 'pay_sheet.statuses'),
    trainer_id: oneEntry('pay_sheet.trainer', async (db, { scope }) =>
      paySheetsIn(db, scope)
        .innerJoin('trainer', 'trainer.id', 'pay_sheet.trainer_id')
        .select(['trainer.id', 'trainer.name'])
        .distinct()
        .orderBy('trainer.name')
        .execute(),
    ),
    month: linkOnly(payMonth),
  },
  tabs: byStatus,
  defaultSort: '-month_name',
  query(db, { scope }, { q, status, trainer_id, month }) {
    let query = found(db, scope)
    if (status) query = query.where('pay_sheet.status', '=', status)
    if (trainer_id) query = query.where('pay_sheet.trainer_id', '=', trainer_id)
    if (month) query = query.where('pay_sheet.month', '=', `${month}-01`)
    return q ? query.where((eb) => contains(eb, q, ['trainer.name', 'pay_sheet.bank_reference'])) : query
  },
  row: (row) => ({ ...row, hours: row.minutes }),
})

/**
 * Sheets that a scope reaches: all; those of trainers who share a branch; of who teaches the own ones, once approved, since
 * until then an amount may still change.
 */
export function paySheetsIn(db: Kysely<DB>, { scope, branch_ids, user_id }: RowScope) {
  const query = db.selectFrom('pay_sheet')
  if (scope === 'all') return query
  if (scope === 'branch')
    return query.where(
      sql<boolean>`exists (select from staff join staff_branch on staff_branch.staff_id = staff.id
        where staff.user_id = pay_sheet.trainer_user_id and staff_branch.branch_id = any(${branch_ids}::uuid[]))`,
    )
  return query
    .where('pay_sheet.trainer_user_id', '=', user_id)
    .where('pay_sheet.status', 'in', ['approved', 'paid'])
}

function found(db: Kysely<DB>, scope: RowScope) {
  return paySheetsIn(db, scope)
    .innerJoin('trainer', 'trainer.id', 'pay_sheet.trainer_id')
    .select(['pay_sheet.id', 'pay_sheet.trainer_id', 'pay_sheet.trainer_user_id', 'pay_sheet.month'])
    .select(['pay_sheet.total_sen', 'pay_sheet.paid_on', 'pay_sheet.bank_reference', 'pay_sheet.version'])
    .select([
      sql<string>`coalesce(pay_sheet.trainer_name, trainer.name)`.as('trainer'),
      sql<string>`to_char(pay_sheet.month, 'YYYY-MM')`.as('month_name'),
      sql<PaySheetStatus>`pay_sheet.status`.as('status'),
      sql<number>`(select count(*)::int from pay_sheet_line as line
        where line.pay_sheet_id = pay_sheet.id and line.kind = 'session')`.as('sessions'),
      sql<number>`(select coalesce(sum(line.minutes), 0)::int from pay_sheet_line as line
        where line.pay_sheet_id = pay_sheet.id and line.kind = 'session')`.as('minutes'),
    ])
}

/** One sheet with who submitted, decided and paid; refuses with not_found.pay_sheet. Its account is sealed. */
export async function paySheet(db: Kysely<DB>, scope: RowScope, id: string) {
  const row = await found(db, scope)
    .leftJoin('user_account as submitter', 'submitter.id', 'pay_sheet.submitted_by')
    .leftJoin('user_account as decider', 'decider.id', 'pay_sheet.decided_by')
    .leftJoin('user_account as payer', 'payer.id', 'pay_sheet.paid_by')
    .select(['pay_sheet.submitted_by', 'pay_sheet.submitted_at', 'submitter.name as submitter'])
    .select(['pay_sheet.decided_at', 'pay_sheet.decision_reason', 'decider.name as decider'])
    .select(['payer.name as payer', 'pay_sheet.account_name', 'trainer.tin'])
    .select(sql<string | null>`coalesce(pay_sheet.bank_name, trainer.bank_name)`.as('bank_name'))
    .select(
      sql<boolean>`case when pay_sheet.status in ('approved', 'paid') then pay_sheet.account_number_sealed
        else trainer.account_number_sealed end is not null`.as('has_account'),
    )
    .where('pay_sheet.id', '=', id)
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found.pay_sheet')
  return row
}
export type PaySheet = Awaited<ReturnType<typeof paySheet>>

/** The lines of a sheet as they stand there, with the sessions behind them. */
export function sheetLines(db: Kysely<DB>, pay_sheet_id: string) {
  return db
    .selectFrom('pay_sheet_line as line')
    .leftJoin('class_session', (join) =>
      join.on(sql<boolean>`class_session.id = coalesce(line.session_id, line.corrects_id)`),
    )
    .leftJoin('subject', (join) =>
      join.on(sql<boolean>`subject.id = coalesce(line.subject_id, class_session.subject_id)`),
    )
    .select(['line.id', 'line.kind', 'line.session_id', 'line.subject_id', 'line.minutes'])
    .select(['line.rate_sen', 'line.amount_sen', 'line.reason', 'line.corrects_id'])
    .select([
      'class_session.held_on',
      'class_session.starts',
      'class_session.ends',
      'subject.name as subject',
    ])
    .select(sql<'hour' | 'session' | 'month' | null>`line.pay_type`.as('pay_type'))
    .where('line.pay_sheet_id', '=', pay_sheet_id)
    .orderBy(sql`array_position(array['month','session','correction'], line.kind)`)
    .orderBy('class_session.held_on')
    .orderBy('class_session.starts')
    .orderBy('line.position')
    .orderBy('line.id')
    .execute()
}
export type SheetLine = Awaited<ReturnType<typeof sheetLines>>[number]
