import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/types.ts'
import type { FeatureCode } from './feature.ts'

/** Whether the organisation of this place has a feature, inside a query. */
export const hasFeature = (code: FeatureCode) => sql<boolean>`(select platform.has_feature(${code}))`

/** The same for jobs that begin something, which they do not once the subscription is over. */
export async function mayBegin(db: Kysely<DB>, code: FeatureCode): Promise<boolean> {
  const { on } = await db
    .selectNoFrom(sql<boolean>`${hasFeature(code)} and ${begins}`.as('on'))
    .executeTakeFirstOrThrow()
  return on
}

/**
 * Whether the organisation of this place begins anything new: not once its subscription is over, while families go on paying
 * what was billed.
 */
export const begins = sql<boolean>`not exists (select from platform.subscription
  where entity_id = platform.current_entity() and status in ('limited', 'ended'))`
