import { type Kysely, sql } from 'kysely'
import { operatorIdleHours } from '#app/domain/core/settings/settings.ts'
import { tokenHash, tokenShape } from '#app/domain/identity/passwords/tokens.ts'
import type { DB } from '#db/types.ts'
import type { HelpEnding } from './help-visit.ts'

/** Past visits on a page. */
const most = 20

/** The organisation's open code, or null. */
export async function openHelpCode(db: Kysely<DB>) {
  const row = await db
    .selectFrom('platform.help_code')
    .select(['id', 'maker', 'created_at', 'expires_at'])
    .where('closed_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
  return row ?? null
}

const isRunning = sql<boolean>`ended_at is null and ends_at > now()`

/** The organisation's visits, the latest first. */
export async function helpVisits(db: Kysely<DB>) {
  return db
    .selectFrom('platform.help_visit')
    .select(['id', 'operator_name', 'reason', 'began_at', 'ends_at'])
    .select(isRunning.as('running'))
    .select(sql<Date>`coalesce(ended_at, ends_at)`.as('ended_at'))
    .select(sql<HelpEnding>`coalesce(ended_by, 'time')`.as('ended_by'))
    .orderBy('began_at', 'desc')
    .orderBy('id')
    .limit(most)
    .execute()
}

/** The active visit of an operator's session at an organisation. Runs in the platform's schema. */
export async function ownHelpVisit(db: Kysely<DB>, session_id: string, entity_id: string) {
  const row = await db
    .selectFrom('platform.help_visit')
    .select(['id', 'reason', 'began_at', 'ends_at'])
    .where('operator_session_id', '=', session_id)
    .where('entity_id', '=', entity_id)
    .where(isRunning)
    .orderBy('began_at', 'desc')
    .executeTakeFirst()
  return row ?? null
}

/** The visit's facts for the mail to the organisation. */
export const notifiedVisit = (db: Kysely<DB>, id: string) =>
  db
    .selectFrom('platform.help_visit')
    .select(['operator_name', 'reason', 'began_at', 'ends_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

interface ActiveVisit {
  id: string
  operator_id: string
  operator_name: string
  operator_role: string
  locale: string
  ends_at: Date
}

/** The visit of a session's token, as long as the visit, the operator, their session and the organisation are active. */
export async function activeVisit(db: Kysely<DB>, token: string): Promise<ActiveVisit | undefined> {
  const { rows } = await sql<ActiveVisit>`
    select visit.id, visit.ends_at, helper.*
    from platform.help_visit visit cross join lateral platform.helper_of(visit.id, ${operatorIdleHours}) helper
    where visit.session_hash = ${tokenHash(token)} and visit.entity_id = platform.current_entity()`.execute(
    db,
  )
  return rows[0]
}

/** The visit of a ticket, without using the ticket. */
export async function helpTicketOf(db: Kysely<DB>, ticket: string | undefined) {
  if (!ticket || !tokenShape.test(ticket)) return undefined
  return db
    .selectFrom('platform.help_visit')
    .select(['operator_name', 'ends_at'])
    .where('ticket_hash', '=', tokenHash(ticket))
    .where('ticket_expires_at', '>', sql<Date>`now()`)
    .where('ended_at', 'is', null)
    .where('ends_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
}
