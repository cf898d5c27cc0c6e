import { sql } from 'kysely'
import type { Actor } from '#app/domain/core/actor.ts'

/** Who decided on a request of the platform, with the name that they have now, and when. */
export const decidedNow = (actor: Actor) => ({
  decided_by: actor.id,
  decider: actor.name,
  decided_at: sql<Date>`now()`,
})
