import { type Kysely, sql, type Transaction } from 'kysely'
import type { Actor, RowScope } from '#app/domain/core/actor.ts'
import { named, record } from '#app/domain/core/audit.ts'
import { changed, refuseStale } from '#app/domain/core/changed.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { trainersIn } from '#app/domain/people/trainers/find-trainers.ts'
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import { dueOf, payableSessions, ratesOf } from './due.ts'
import { type PaySheet, paySheet, paySheetsIn } from './find-pay-sheets.ts'
import { type DueLine, dueLines, lineKey } from './rates.ts'

/** What following the sessions changed on a sheet. */
export interface Followed {
  added: number
  removed: number
  changed: number
}

/**
 * Makes the sheets of a month, for each trainer who gave a confirmed session in it, has sessions left from before, or a monthly
 * rate; those that are drafts already follow their sessions. Not one's own, which a colleague makes. Refuses a month that has
 * not begun (pay_sheet.month). Returns how many were made and how many are drafts now.
 */
export async function makePaySheets(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  month: string,
  today: string,
): Promise<{ made: number; drafts: number }> {
  const first = `${month}-01`
  if (first > today) throw new Refusal('pay_sheet.month', 'month')
  const trainers = await trainersIn(trx, scope)
    .select(['trainer.id', 'trainer.name', 'trainer.user_id', 'trainer.status'])
    .where('trainer.user_id', '<>', actor.id)
    .orderBy('trainer.id')
    .execute()
  const ids = trainers.map(({ id }) => id)
  if (ids.length === 0) return { made: 0, drafts: 0 }
  const [rates, sessions] = [await ratesOf(trx, ids), await payableSessions(trx, first, ids)]
  const has = new Set(sessions.map(({ trainer_id }) => trainer_id))
  const wanted = trainers.filter(
    ({ id, status }) =>
      has.has(id) || (status === 'active' && dueLines(first, rates.get(id)!, []).lines.length > 0),
  )
  const made = wanted.length === 0 ? [] : await insertSheets(trx, actor, first, wanted)
  for (const { id, trainer_id } of made) {
    const { name } = trainers.find((one) => one.id === trainer_id)!
    await record(trx, actor, 'pay_sheet.made', { type: 'pay_sheet', id }, named(name, { after: { month } }))
  }
  const drafts = await trx
    .selectFrom('pay_sheet')
    .select(['id', 'trainer_id', 'month'])
    .where('month', '=', first)
    .where('status', '=', 'draft')
    .where('trainer_id', 'in', ids)
    .orderBy('id')
    .forUpdate()
    .execute()
  for (const draft of drafts) await followSessions(trx, actor, draft)
  return { made: made.length, drafts: drafts.length }
}

/** Of two who make a month at the same time, the second finds the first one's sheets. */
const insertSheets = (
  trx: Transaction<DB>,
  actor: Actor,
  month: string,
  trainers: readonly { id: string; user_id: string }[],
) =>
  trx
    .insertInto('pay_sheet')
    .values(
      trainers.map(({ id: trainer_id, user_id: trainer_user_id }) => ({
        ...{ id: newId(), trainer_id, trainer_user_id, month },
        ...{ created_by: actor.id, updated_by: actor.id },
      })),
    )
    .onConflict((on) => on.columns(['trainer_id', 'month']).doNothing())
    .returning(['id', 'trainer_id'])
    .execute()

/** A sheet, locked; refuses not_found, one's own (pay_sheet.own), and a version or state that others have left. */
export async function lockedSheet(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  id: string,
  { version, status }: { version: number; status: PaySheet['status'] },
): Promise<PaySheet> {
  await paySheetsIn(trx, scope).select('pay_sheet.id').where('pay_sheet.id', '=', id).forUpdate().execute()
  const row = await paySheet(trx, scope, id)
  await refuseOwnSheet(trx, actor, row)
  if (row.status !== status) throw new Refusal('pay_sheet.state')
  refuseStale(row, version)
  return row
}

/**
 * Refuses what concerns the actor's own pay (pay_sheet.own), or that of somebody with whom the actor has a child here
 * (pay_sheet.own_family).
 */
export async function refuseOwnSheet(
  trx: Transaction<DB>,
  actor: Actor,
  sheet: { trainer_user_id: string },
): Promise<void> {
  if (actor.id === sheet.trainer_user_id) throw new Refusal('pay_sheet.own')
  if (await isOwnPay(trx, actor, sheet)) throw new Refusal('pay_sheet.own_family')
}

/** Whether a sheet is the actor's own or that of their family. */
export async function isOwnPay(
  db: Kysely<DB>,
  actor: Pick<Actor, 'id'>,
  { trainer_user_id }: { trainer_user_id: string },
): Promise<boolean> {
  if (actor.id === trainer_user_id) return true
  const { rows } = await sql`
    select from parent as mine
      join student_parent as own on own.parent_id = mine.id
      join student_parent as other on other.student_id = own.student_id
      join parent as theirs on theirs.id = other.parent_id
    where mine.user_id = ${actor.id} and theirs.user_id = ${trainer_user_id} limit 1`.execute(db)
  return rows.length > 0
}

/** Lets a draft follow its sessions and rates; refuses what {@link lockedSheet} refuses. */
export async function refreshPaySheet(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  id: string,
  version: number,
): Promise<Followed> {
  const row = await lockedSheet(trx, actor, scope, id, { version, status: 'draft' })
  return followSessions(trx, actor, row)
}

/** Brings the lines of a draft, which is locked, to what is due; corrections stay. */
async function followSessions(
  trx: Transaction<DB>,
  actor: Actor,
  { id, trainer_id, month }: { id: string; trainer_id: string; month: string },
): Promise<Followed> {
  const { lines } = await dueOf(trx, month, trainer_id)
  const stored = await storedLines(trx, id)
  const same = new Set(stored.map(lineKey))
  const wanted = new Set(lines.map(lineKey))
  const stale = stored.filter((line) => !wanted.has(lineKey(line)))
  const fresh = lines.filter((line) => !same.has(lineKey(line)))
  if (stale.length === 0 && fresh.length === 0) return { added: 0, removed: 0, changed: 0 }
  if (stale.length > 0)
    await trx
      .deleteFrom('pay_sheet_line')
      .where(
        'id',
        'in',
        stale.map((line) => line.id),
      )
      .execute()
  const sessions = fresh.flatMap(({ session_id }) => session_id ?? [])
  if (sessions.length > 0) await letGo(trx, actor, id, sessions)
  if (fresh.length > 0)
    await trx
      .insertInto('pay_sheet_line')
      .values(
        fresh.map((line) => ({
          ...line,
          ...{ id: newId(), pay_sheet_id: id, position: lines.indexOf(line) + 1, created_by: actor.id },
        })),
      )
      // A session that another sheet has kept, since it was submitted meanwhile, stays there.
      .onConflict((on) => on.column('session_id').where('session_id', 'is not', null).doNothing())
      .execute()
  await sumUp(trx, actor, id)
  const named = (some: readonly { session_id: string | null; subject_id: string | null }[]) =>
    some.map(({ session_id, subject_id }) => session_id ?? `month ${subject_id}`)
  const both = named(stale).filter((one) => named(fresh).includes(one)).length
  return { added: fresh.length - both, removed: stale.length - both, changed: both }
}

/**
 * Drafts of others let go of sessions that a trainer gives by now, and of their pay. They are locked first: one that is being
 * submitted keeps what its second person will see.
 */
async function letGo(
  trx: Transaction<DB>,
  actor: Actor,
  id: string,
  sessions: readonly string[],
): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id from pay_sheet where status = 'draft' and id <> ${id} and exists (
      select from pay_sheet_line as line where line.pay_sheet_id = pay_sheet.id and line.session_id = any(${sessions}::uuid[]))
    order by id for update`.execute(trx)
  for (const other of rows) {
    await trx
      .deleteFrom('pay_sheet_line')
      .where('pay_sheet_id', '=', other.id)
      .where('session_id', 'in', [...sessions])
      .execute()
    await sumUp(trx, actor, other.id)
  }
}

/** The lines of a sheet that follow from sessions and rates. */
async function storedLines(db: Kysely<DB>, pay_sheet_id: string) {
  const rows = await db
    .selectFrom('pay_sheet_line')
    .select(['id', 'kind', 'session_id', 'subject_id', 'minutes', 'pay_type', 'rate_sen', 'amount_sen'])
    .where('pay_sheet_id', '=', pay_sheet_id)
    .where('kind', '<>', 'correction')
    .execute()
  return rows as (DueLine & { id: string })[]
}

/** Writes the sum of a sheet's lines. */
export async function sumUp(trx: Transaction<DB>, actor: Actor, id: string): Promise<void> {
  await trx
    .updateTable('pay_sheet')
    .set({
      total_sen: sql<number>`(select coalesce(sum(amount_sen), 0) from pay_sheet_line where pay_sheet_id = ${id})`,
      ...changed(actor),
    })
    .where('id', '=', id)
    .where('status', '=', 'draft')
    .execute()
}

/** How a draft differs from its sessions and rates by now, and which sessions have no rate. */
export async function outdated(
  db: Kysely<DB>,
  { id, trainer_id, month }: { id: string; trainer_id: string; month: string },
): Promise<Followed & { unpriced: number }> {
  const [{ lines, unpriced }, stored] = [await dueOf(db, month, trainer_id), await storedLines(db, id)]
  const of = (some: readonly DueLine[]) =>
    new Map(some.map((line) => [line.session_id ?? `month ${line.subject_id}`, lineKey(line)]))
  const [now, then] = [of(lines), of(stored)]
  return {
    added: [...now.keys()].filter((key) => !then.has(key)).length,
    removed: [...then.keys()].filter((key) => !now.has(key)).length,
    changed: [...now].filter(([key, line]) => then.has(key) && then.get(key) !== line).length,
    unpriced: unpriced.length,
  }
}
