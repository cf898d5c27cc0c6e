import { type Kysely, sql, type Transaction } from 'kysely'
import type { z } from 'zod'
import { type GivingKind, givingKinds } from '#app/domain/accounting/gifts/gift.ts'
import type { CrudVerbs } from '#app/domain/catalogue/crud/crud-verbs.ts'
import { contains } from '#app/domain/core/lists/search.ts'
import type { DB } from '#db/types.ts'

/** Organisations per page. */
const collectorsAtATime = 25

/**
 * Organisations that collect infaq or zakat on a day, by name. Runs on the platform schema, from the types that
 * organisations mirror there.
 */
export async function collectors(
  db: Kysely<DB>,
  kind: GivingKind,
  on: string,
  { q, page }: { q: string; page: number },
) {
  const open = db
    .selectFrom('platform.donation_type as type')
    .select('type.entity_id')
    .where('type.kind', '=', kind)
    .where('type.active', '=', true)
    .where(sql<boolean>`coalesce(type.opens_on, ${on}::date) <= ${on}::date`)
    .where(sql<boolean>`coalesce(type.closes_on, ${on}::date) >= ${on}::date`)
    .$if(kind === 'zakat', (query) =>
      query.where((eb) =>
        eb.exists(
          eb
            .selectFrom('platform.zakat_appointment as letter')
            .select('letter.id')
            .whereRef('letter.entity_id', '=', 'type.entity_id')
            .whereRef('letter.zakat_type_id', '=', 'type.type_id')
            .where('letter.status', '=', 'confirmed')
            .where('letter.valid_from', '<=', on)
            .where('letter.valid_to', '>=', on),
        ),
      ),
    )
  let query = db
    .selectFrom('platform.entity as entity')
    .where('entity.status', '=', 'active')
    .where('entity.id', 'in', open)
  if (q) query = query.where((eb) => contains(eb, q, ['entity.name', 'entity.city']))
  const [rows, { count }] = await Promise.all([
    query
      .select(['entity.id', 'entity.name', 'entity.city', 'entity.state'])
      .orderBy('entity.name')
      .orderBy('entity.id')
      .limit(collectorsAtATime)
      .offset((page - 1) * collectorsAtATime)
      .execute(),
    query.select(sql<number>`count(*)`.as('count')).executeTakeFirstOrThrow(),
  ])
  return { rows, count, pages: Math.max(1, Math.ceil(count / collectorsAtATime)) }
}

type TypeNoun = `${GivingKind}_type`

/** The verbs of a type, each of which also mirrors the type to the platform schema. */
export function mirroredVerbs<N extends TypeNoun, S extends z.ZodObject>(
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

/** Mirrors a type to the platform schema for {@link collectors}, in the transaction that changes it. */
async function mirrorType(trx: Transaction<DB>, kind: GivingKind, type_id: string): Promise<void> {
  const row = await trx
    .selectFrom(`${kind}_type` as 'infaq_type')
    .select(['status', 'opens_on', 'closes_on', 'deleted_at'])
    .where('id', '=', type_id)
    .executeTakeFirstOrThrow()
  const mirrored = {
    kind,
    active: row.status === 'active' && row.deleted_at === null,
    opens_on: row.opens_on,
    closes_on: row.closes_on,
  }
  await trx
    .insertInto('platform.donation_type')
    .values({ type_id, entity_id: sql<string>`platform.current_entity()`, ...mirrored })
    .onConflict((conflict) => conflict.columns(['entity_id', 'type_id']).doUpdateSet(mirrored))
    .execute()
}
