import { type Kysely, sql, type Transaction } from 'kysely'
import { rolesWith } from '#app/domain/core/access/access.ts'
import { accountsToTell } from '#app/domain/identity/accounts/to-tell.ts'
import { enqueueFor } from '#app/outbox/enqueue.ts'
import type { DB } from '#db/types.ts'
import { warningAt } from './appointment.ts'

/**
 * Finds letters that end in 30, 7 or 1 days, or have ended, and has their organisations told, each step once and of several
 * that were missed the last. Nothing is told of one that another letter of the same type follows. At the platform's place.
 */
export async function watchAppointments(trx: Transaction<DB>, today: string): Promise<number> {
  const ending = await trx
    .selectFrom('platform.zakat_appointment as letter')
    .select(['letter.id', 'letter.entity_id', 'letter.warned_days'])
    .select(sql<number>`letter.valid_to - ${today}::date`.as('left'))
    .where('letter.status', '=', 'confirmed')
    .where('letter.valid_to', '<=', sql<string>`${today}::date + 30`)
    .where(sql<boolean>`letter.warned_days is distinct from 0`)
    .where(
      sql<boolean>`not exists (select from platform.zakat_appointment as next
        where next.entity_id = letter.entity_id and next.zakat_type_id = letter.zakat_type_id
          and next.status = 'confirmed' and next.valid_to > letter.valid_to and next.valid_from <= letter.valid_to + 1)`,
    )
    .forUpdate('letter')
    .execute()
  const due = ending.flatMap(({ id, entity_id, warned_days, left }) => {
    const days = warningAt(left)
    const isNew = days !== null && (warned_days === null || days < warned_days)
    return isNew ? [{ id, entity_id, days }] : []
  })
  for (const { id, days } of due)
    await trx
      .updateTable('platform.zakat_appointment')
      .set({ warned_days: days })
      .where('id', '=', id)
      .execute()
  await enqueueFor(
    trx,
    'zakat.notify',
    due.map(({ id, entity_id, days }) => ({ entity_id, payload: { appointment_id: id, days } })),
  )
  return due.length
}

const told = rolesWith('zakat_type.edit')

/** Active accounts with an address whose roles look after kinds of zakat. */
export const zakatKeepers = (db: Kysely<DB>) =>
  accountsToTell(db).where(sql<boolean>`roles && ${told}::text[]`)
