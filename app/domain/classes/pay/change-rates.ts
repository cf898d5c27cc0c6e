import { type Kysely, sql, type Transaction } from 'kysely'
import type { Actor, RowScope } from '#app/domain/core/actor.ts'
import { named, record } from '#app/domain/core/audit.ts'
import { changed, refuseStale } from '#app/domain/core/changed.ts'
import { addDays } from '#app/domain/core/dates.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { trainersIn } from '#app/domain/people/trainers/find-trainers.ts'
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import { refuseOwnSheet } from './make-pay-sheets.ts'
import type { RateInput } from './pay-sheet.ts'
import type { PayType } from './rates.ts'

/** The trainer whose rates they are; refuses not_found.trainer. */
export async function ratedTrainer(db: Kysely<DB>, scope: RowScope, id: string) {
  const row = await trainersIn(db, scope)
    .select(['trainer.id', 'trainer.name', 'trainer.user_id as trainer_user_id', 'trainer.pay_rate_sen'])
    .select(sql<PayType | null>`trainer.pay_type`.as('pay_type'))
    .where('trainer.id', '=', id)
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found.trainer')
  return row
}

/** All rates of a trainer with their history: by class, the newest first. */
export function listRates(db: Kysely<DB>, trainer_id: string) {
  return db
    .selectFrom('trainer_rate')
    .leftJoin('subject', 'subject.id', 'trainer_rate.subject_id')
    .select(['trainer_rate.id', 'trainer_rate.rate_sen', 'trainer_rate.starts_on', 'trainer_rate.ends_on'])
    .select(['trainer_rate.version', 'subject.name as subject'])
    .select(sql<PayType>`trainer_rate.pay_type`.as('pay_type'))
    .where('trainer_rate.trainer_id', '=', trainer_id)
    .orderBy(sql`subject.name nulls first`)
    .orderBy('trainer_rate.starts_on', 'desc')
    .execute()
}

/**
 * Agrees a rate from a day on. Refuses one's own (pay_sheet.own), a class out of reach (not_found.subject), and a second rate
 * of the same class from the same day (duplicate.trainer_rate, by constraint). Returns the name of the trainer.
 */
export async function addRate(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  trainer_id: string,
  { subject_id, pay_type, rate_sen, starts_on }: RateInput,
): Promise<string> {
  const trainer = await ratedTrainer(trx, scope, trainer_id)
  await refuseOwnSheet(trx, actor, trainer)
  const subject = subject_id
    ? await trx
        .selectFrom('subject')
        .select('name')
        .where('id', '=', subject_id)
        .where('deleted_at', 'is', null)
        .executeTakeFirst()
    : null
  if (subject === undefined) throw new Refusal('not_found.subject')
  const id = newId()
  await trx
    .insertInto('trainer_rate')
    .values({
      ...{ id, trainer_id, subject_id: subject_id ?? null, pay_type, rate_sen, starts_on },
      ...{ created_by: actor.id, updated_by: actor.id },
    })
    .execute()
  const after = { subject: subject?.name ?? null, pay_type, rate_sen, starts_on }
  await record(
    trx,
    actor,
    'trainer.rate_added',
    { type: 'trainer', id: trainer_id },
    named(trainer.name, { after }),
  )
  return trainer.name
}

/** One rate within reach, with its trainer; refuses not_found.trainer_rate. */
export async function findRate(db: Kysely<DB>, scope: RowScope, id: string) {
  const row = await trainersIn(db, scope)
    .innerJoin('trainer_rate', 'trainer_rate.trainer_id', 'trainer.id')
    .leftJoin('subject', 'subject.id', 'trainer_rate.subject_id')
    .select(['trainer_rate.id', 'trainer_rate.trainer_id', 'trainer_rate.rate_sen', 'trainer_rate.starts_on'])
    .select(['trainer_rate.ends_on', 'trainer_rate.version', 'subject.name as subject', 'trainer.name'])
    .select(['trainer.user_id as trainer_user_id'])
    .select(sql<PayType>`trainer_rate.pay_type`.as('pay_type'))
    .where('trainer_rate.id', '=', id)
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found.trainer_rate')
  return row
}

/**
 * Ends a rate with a day; the day before its first takes it back. Sheets that are approved keep what they say. Refuses one's own
 * (pay_sheet.own), an earlier day (pay_sheet.rate_ends), and a version that others have left.
 */
export async function endRate(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  id: string,
  { ends_on, version }: { ends_on: string; version: number },
): Promise<{ trainer_id: string; name: string }> {
  await trx.selectFrom('trainer_rate').select('id').where('id', '=', id).forUpdate().execute()
  const row = await findRate(trx, scope, id)
  await refuseOwnSheet(trx, actor, row)
  refuseStale(row, version)
  if (ends_on < addDays(row.starts_on, -1)) throw new Refusal('pay_sheet.rate_ends', 'ends_on')
  await trx
    .updateTable('trainer_rate')
    .set({ ends_on, ...changed(actor) })
    .where('id', '=', id)
    .where('version', '=', version)
    .execute()
  const change = { before: { ends_on: row.ends_on }, after: { ends_on, subject: row.subject } }
  await record(
    trx,
    actor,
    'trainer.rate_ended',
    { type: 'trainer', id: row.trainer_id },
    named(row.name, change),
  )
  return row
}
