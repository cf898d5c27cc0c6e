import type { Transaction } from 'kysely'
import type { Actor } from '#app/domain/core/actor.ts'
import { difference, recordOperator } from '#app/domain/core/audit.ts'
import { refuseStale, touched } from '#app/domain/core/changed.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import type { HolidayInput } from './holiday.ts'

/** Returns the id. Refuses a day that is there already for the same state (duplicate.holiday). */
export async function createHoliday(
  trx: Transaction<DB>,
  actor: Actor,
  input: HolidayInput,
): Promise<{ id: string }> {
  const id = newId()
  const after = valuesOf(input)
  await trx
    .insertInto('platform.closure_date')
    .values({ id, ...after })
    .execute()
  await recordOperator(trx, actor, 'holiday.created', { type: 'holiday', id }, { after })
  return { id }
}

/** Changes one that still is at the version that was edited. Refuses not_found.holiday, version_conflict, duplicate.holiday. */
export async function editHoliday(
  trx: Transaction<DB>,
  actor: Actor,
  id: string,
  version: number,
  input: HolidayInput,
): Promise<void> {
  const before = await locked(trx, id, version)
  const after = valuesOf(input)
  await trx
    .updateTable('platform.closure_date')
    .set({ ...after, ...touched })
    .where('id', '=', id)
    .where('version', '=', version)
    .execute()
  await recordOperator(trx, actor, 'holiday.edited', { type: 'holiday', id }, difference(before, after))
}

/** From then on it is a day like others. Refuses not_found.holiday and version_conflict. */
export async function removeHoliday(
  trx: Transaction<DB>,
  actor: Actor,
  id: string,
  version: number,
): Promise<{ name: string }> {
  const before = await locked(trx, id, version)
  await trx.deleteFrom('platform.closure_date').where('id', '=', id).where('version', '=', version).execute()
  await recordOperator(trx, actor, 'holiday.removed', { type: 'holiday', id }, { before })
  return { name: before.name }
}

async function locked(trx: Transaction<DB>, id: string, version: number) {
  const row = await trx
    .selectFrom('platform.closure_date')
    .select(['name', 'closed_on', 'yearly', 'state', 'version'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found.holiday')
  refuseStale(row, version)
  const { version: _, ...values } = row
  return values
}

function valuesOf({ name, closed_on, yearly, state }: HolidayInput) {
  return { name, closed_on, yearly: yearly === true, state: state ?? null }
}
