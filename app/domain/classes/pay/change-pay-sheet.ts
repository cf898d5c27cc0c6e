import { type Kysely, sql, type Transaction } from 'kysely'
import type { Actor, RowScope } from '#app/domain/core/actor.ts'
import { named, record } from '#app/domain/core/audit.ts'
import { changeAt } from '#app/domain/core/changed.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { type Keys, open, seal } from '#app/domain/core/secrets.ts'
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import { payDifferences } from './due.ts'
import { type PaySheet, paySheetsIn } from './find-pay-sheets.ts'
import { lockedSheet, outdated, sumUp } from './make-pay-sheets.ts'
import type { CorrectionInput, PaidInput } from './pay-sheet.ts'

const about = (id: string) => ({ type: 'pay_sheet', id })

/**
 * Adds a correction to a draft, which may be below zero. One for a session of an earlier sheet is refused
 * (pay_sheet.no_difference) unless that session's pay is still off by exactly this amount. Refuses what `lockedSheet` refuses.
 */
export async function addCorrection(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  id: string,
  { amount_sen, reason, corrects_id, version }: CorrectionInput,
): Promise<PaySheet> {
  const row = await lockedSheet(trx, actor, scope, id, { version, status: 'draft' })
  if (corrects_id) {
    // Sheets of two months may correct the same session: one at a time for each trainer.
    await trx.selectFrom('trainer').select('id').where('id', '=', row.trainer_id).forNoKeyUpdate().execute()
    const open = await payDifferences(trx, row.trainer_id, row.month)
    const found = open.find(({ session_id }) => session_id === corrects_id)
    if (found === undefined || found.worth_sen - found.paid_sen !== amount_sen)
      throw new Refusal('pay_sheet.no_difference')
  }
  await trx
    .insertInto('pay_sheet_line')
    .values({
      ...{ id: newId(), pay_sheet_id: id, position: 1_000, kind: 'correction' },
      ...{ amount_sen, reason, corrects_id: corrects_id ?? null, created_by: actor.id },
    })
    .execute()
  await sumUp(trx, actor, id)
  const after = { amount_sen, reason }
  await record(trx, actor, 'pay_sheet.corrected', about(id), named(row.trainer, { after }))
  return row
}

/** Takes a correction off a draft; refuses one that is not on it (not_found.pay_sheet), and what `lockedSheet` refuses. */
export async function removeCorrection(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  id: string,
  { line_id, version }: { line_id: string; version: number },
): Promise<PaySheet> {
  const row = await lockedSheet(trx, actor, scope, id, { version, status: 'draft' })
  const gone = await trx
    .deleteFrom('pay_sheet_line')
    .where('id', '=', line_id)
    .where('pay_sheet_id', '=', id)
    .where('kind', '=', 'correction')
    .returning(['amount_sen', 'reason'])
    .executeTakeFirst()
  if (!gone) throw new Refusal('not_found.pay_sheet')
  await sumUp(trx, actor, id)
  await record(trx, actor, 'pay_sheet.correction_removed', about(id), named(row.trainer, { before: gone }))
  return row
}

/**
 * Hands a draft to a second person. Refuses one whose sessions or rates have changed since (pay_sheet.outdated), with sessions
 * for which no rate was agreed (pay_sheet.no_rate), with nothing on it (pay_sheet.empty), or below zero (pay_sheet.below_zero).
 */
export async function submitPaySheet(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  id: string,
  version: number,
): Promise<PaySheet> {
  const row = await lockedSheet(trx, actor, scope, id, { version, status: 'draft' })
  const { added, removed, changed, unpriced } = await outdated(trx, row)
  if (unpriced > 0)
    throw new Refusal('pay_sheet.no_rate').blockedBy({ to: 'trainer', id: row.trainer_id, name: row.trainer })
  if (added + removed + changed > 0) throw new Refusal('pay_sheet.outdated')
  const { count } = await trx
    .selectFrom('pay_sheet_line')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('pay_sheet_id', '=', id)
    .executeTakeFirstOrThrow()
  if (Number(count) === 0) throw new Refusal('pay_sheet.empty')
  if (row.total_sen < 0) throw new Refusal('pay_sheet.below_zero')
  await changeAt(
    trx,
    actor,
    'pay_sheet',
    row,
    { status: 'submitted', submitted_by: actor.id, submitted_at: sql<Date>`now()`, decision_reason: null },
    { status: 'draft' },
  )
  const after = { month: row.month_name, total_sen: row.total_sen }
  await record(trx, actor, 'pay_sheet.submitted', about(id), named(row.trainer, { after }))
  return row
}

/**
 * Makes a submitted sheet a draft again: whoever submitted it takes it back, somebody else gives a reason. Refuses what
 * `lockedSheet` refuses.
 */
export async function returnPaySheet(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  id: string,
  { version, decision_reason = null }: { version: number; decision_reason?: string | null },
): Promise<PaySheet> {
  const row = await lockedSheet(trx, actor, scope, id, { version, status: 'submitted' })
  if (decision_reason === null && row.submitted_by !== actor.id) throw new Refusal('pay_sheet.not_yours')
  await changeAt(
    trx,
    actor,
    'pay_sheet',
    row,
    { status: 'draft', submitted_by: null, submitted_at: null, decision_reason },
    { status: 'submitted' },
  )
  const action = decision_reason === null ? 'pay_sheet.withdrawn' : 'pay_sheet.returned'
  await record(trx, actor, action, about(id), named(row.trainer, { after: { decision_reason } }))
  return row
}

/** Where the account of a trainer and that of a sheet are sealed. */
const cellOf = (table: 'trainer' | 'pay_sheet', place: string, row: string) => {
  return { place, table, column: 'account_number_sealed', row }
}

/**
 * Approves what somebody else submitted, and keeps name and account as they are today. Refuses who submitted it
 * (four_eyes.own_request), and what `lockedSheet` refuses; a constraint of the table refuses both once more.
 */
export async function approvePaySheet(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  { ring, place }: Keys,
  id: string,
  version: number,
): Promise<PaySheet> {
  const row = await lockedSheet(trx, actor, scope, id, { version, status: 'submitted' })
  if (row.submitted_by === actor.id) throw new Refusal('four_eyes.own_request')
  const {
    name,
    account_number_sealed: sealed,
    ...account
  } = await trx
    .selectFrom('trainer')
    .select(['name', 'bank_name', 'account_name', 'account_number_sealed'])
    .where('id', '=', row.trainer_id)
    .executeTakeFirstOrThrow()
  const number = sealed && open(ring, cellOf('trainer', place, row.trainer_id), sealed)
  await changeAt(
    trx,
    actor,
    'pay_sheet',
    row,
    {
      ...{ status: 'approved', decided_by: actor.id, decided_at: sql<Date>`now()`, trainer_name: name },
      ...account,
      account_number_sealed: number && seal(ring, cellOf('pay_sheet', place, id), number),
    },
    { status: 'submitted' },
  )
  const after = { month: row.month_name, total_sen: row.total_sen, asked_by: row.submitter }
  await record(trx, actor, 'pay_sheet.approved', about(id), named(row.trainer, { after }))
  return row
}

/** Writes down that an approved sheet was paid. Refuses a day to come (input.future), and what `lockedSheet` refuses. */
export async function payPaySheet(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  id: string,
  { paid_on, bank_reference, version }: PaidInput,
  today: string,
): Promise<PaySheet> {
  const row = await lockedSheet(trx, actor, scope, id, { version, status: 'approved' })
  if (paid_on > today) throw new Refusal('pay_sheet.future', 'paid_on')
  const paid = { status: 'paid', paid_on, bank_reference, paid_by: actor.id }
  await changeAt(trx, actor, 'pay_sheet', row, paid, { status: 'approved' })
  const after = { paid_on, bank_reference, total_sen: row.total_sen }
  await record(trx, actor, 'pay_sheet.paid', about(id), named(row.trainer, { after }))
  return row
}

/** A payment of the bank file; the account is open. */
export interface BankPayment {
  name: string
  bank_name: string
  account_number: string
  amount_sen: number
  reference: string
}

/**
 * The approved sheets of a month that a bank can pay, with their accounts, and a line in the log that they were taken.
 * Refuses (pay_sheet.nothing_to_pay) a month without one.
 */
export async function bankPayments(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  { ring, place }: Keys,
  month: string,
): Promise<BankPayment[]> {
  const rows = await payable(trx, scope, month)
    .select(['pay_sheet.id', 'pay_sheet.trainer_name', 'pay_sheet.bank_name', 'pay_sheet.account_name'])
    .select(['pay_sheet.account_number_sealed', 'pay_sheet.total_sen'])
    .where('pay_sheet.trainer_user_id', '<>', actor.id)
    .orderBy('pay_sheet.trainer_name')
    .orderBy('pay_sheet.id')
    .execute()
  if (rows.length === 0) throw new Refusal('pay_sheet.nothing_to_pay', 'month')
  const after = { month, sheets: rows.length, total_sen: rows.reduce((sum, row) => sum + row.total_sen, 0) }
  await record(trx, actor, 'pay_sheet.bank_file', { type: 'pay_sheet', id: null }, { after })
  return rows.map((row) => ({
    name: row.account_name ?? row.trainer_name!,
    bank_name: row.bank_name ?? '',
    account_number: open(ring, cellOf('pay_sheet', place, row.id), row.account_number_sealed!),
    amount_sen: row.total_sen,
    reference: `PAY ${month.replace('-', '')} ${row.id.slice(-6).toUpperCase()}`,
  }))
}

const payable = (db: Kysely<DB>, scope: RowScope, month: string) =>
  paySheetsIn(db, scope)
    .where('pay_sheet.month', '=', `${month}-01`)
    .where('pay_sheet.status', '=', 'approved')
    .where('pay_sheet.total_sen', '>', 0)
    .where('pay_sheet.account_number_sealed', 'is not', null)

/** Months with approved sheets, the latest first: how many a bank file would pay, how much, and who has no account. */
export async function monthsToPay(db: Kysely<DB>, scope: RowScope, user_id: string | null) {
  return paySheetsIn(db, scope)
    .where('pay_sheet.status', '=', 'approved')
    .select(sql<string>`to_char(pay_sheet.month, 'YYYY-MM')`.as('month'))
    .select(
      sql<number>`count(*) filter (where pay_sheet.account_number_sealed is not null and pay_sheet.total_sen > 0
        and pay_sheet.trainer_user_id is distinct from ${user_id}::uuid)::int`.as('sheets'),
    )
    .select(
      sql<number>`coalesce(sum(pay_sheet.total_sen) filter (where pay_sheet.account_number_sealed is not null
        and pay_sheet.total_sen > 0 and pay_sheet.trainer_user_id is distinct from ${user_id}::uuid), 0)::bigint`.as(
        'total_sen',
      ),
    )
    .select(
      sql<
        { id: string; name: string }[]
      >`coalesce(jsonb_agg(jsonb_build_object('id', pay_sheet.id, 'name', pay_sheet.trainer_name)
        order by pay_sheet.trainer_name) filter (where pay_sheet.account_number_sealed is null), '[]')`.as(
        'without',
      ),
    )
    .groupBy('pay_sheet.month')
    .orderBy('pay_sheet.month', 'desc')
    .execute()
}
