import { sql, type Transaction } from 'kysely'
import type { z } from 'zod'
import { type GivingKind, givingKinds } from '#app/domain/accounting/gifts/gift.ts'
import type { CrudVerbs } from '#app/domain/catalogue/crud/crud-verbs.ts'
import type { DB } from '#db/types.ts'

type TypeNoun = `${GivingKind}_type`

/** The verbs of a kept noun, of which the main host is told each time. */
export function collectedVerbs<N extends TypeNoun, S extends z.ZodObject>(
  verbs: CrudVerbs<N, S>,
): CrudVerbs<N, S> {
  const kind = givingKinds.find((one) => verbs.noun === `${one}_type`)!
  return {
    ...verbs,
    async create(trx, actor, input) {
      const id = await verbs.create(trx, actor, input)
      await mirrorType(trx, kind, id)
      return id
    },
    async edit(trx, actor, at, input) {
      await verbs.edit(trx, actor, at, input)
      await mirrorType(trx, kind, at.id)
    },
    async setStatus(trx, actor, at, status) {
      const name = await verbs.setStatus(trx, actor, at, status)
      await mirrorType(trx, kind, at.id)
      return name
    },
    async remove(trx, actor, at) {
      const name = await verbs.remove(trx, actor, at)
      await mirrorType(trx, kind, at.id)
      return name
    },
  }
}

/** Tells the platform what an organisation collects, in the transaction that changes the type, so that the main host knows. */
async function mirrorType(trx: Transaction<DB>, kind: GivingKind, type_id: string): Promise<void> {
  const row = await trx
    .selectFrom(`${kind}_type` as 'infaq_type')
    .select(['status', 'opens_on', 'closes_on', 'deleted_at'])
    .where('id', '=', type_id)
    .executeTakeFirstOrThrow()
  const told = {
    kind,
    active: row.status === 'active' && row.deleted_at === null,
    opens_on: row.opens_on,
    closes_on: row.closes_on,
  }
  await trx
    .insertInto('platform.donation_type')
    .values({ type_id, entity_id: sql<string>`platform.current_entity()`, ...told })
    .onConflict((conflict) => conflict.columns(['entity_id', 'type_id']).doUpdateSet(told))
    .execute()
}
