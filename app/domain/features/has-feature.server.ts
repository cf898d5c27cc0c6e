import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/types.ts'
import type { FeatureCode } from './feature.ts'

/** Whether the organisation of this place has a feature, inside a query. */
export const hasFeature = (code: FeatureCode) => sql<boolean>`(select platform.has_feature(${code}))`

/** The same for jobs, and for pages on which nobody is signed in. */
export async function featureOn(db: Kysely<DB>, code: FeatureCode): Promise<boolean> {
  const { on } = await db.selectNoFrom(hasFeature(code).as('on')).executeTakeFirstOrThrow()
  return on
}
