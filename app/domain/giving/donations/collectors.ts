import { type Kysely, sql } from 'kysely'
import type { GivingKind } from '#app/domain/accounting/gifts/gift.ts'
import { containing } from '#app/domain/core/lists/list.ts'
import type { DB } from '#db/types.ts'

/** Organisations on a page of the main host. */
const collectorsAtATime = 25

/** Organisations that collect infaq or zakat on a day, by name; at the platform's place, without looking into any of them. */
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
  if (q)
    query = query.where((eb) =>
      eb.or([eb('entity.name', 'ilike', containing(q)), eb('entity.city', 'ilike', containing(q))]),
    )
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
