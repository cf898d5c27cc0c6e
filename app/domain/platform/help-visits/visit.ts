import { randomBytes } from 'node:crypto'
import { type Kysely, sql, type Transaction } from 'kysely'
import { recordOwnInBoth } from '#app/domain/audit/log/both-logs.ts'
import type { Actor } from '#app/domain/core/actor.ts'
import { record } from '#app/domain/core/audit.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { operatorIdleHours } from '#app/domain/core/settings/idle.ts'
import { tokenShape } from '#app/domain/identity/passwords/recovery.ts'
import { hashOf } from '#app/domain/identity/passwords/token-hash.ts'
import type { DB } from '#db/types.ts'
import type { HelpEnding } from './help-visit.ts'

// At the organisation's place.

export interface LivingVisit {
  id: string
  operator_id: string
  operator_name: string
  operator_role: string
  locale: string
  ends_at: Date
}

/** Whose token this is, while the visit, the operator, their session and the organisation are all as they have to be. */
export async function livingVisit(db: Kysely<DB>, token: string): Promise<LivingVisit | undefined> {
  const { rows } = await sql<LivingVisit>`
    select visit.id, visit.ends_at, helper.*
    from platform.help_visit visit cross join lateral platform.helper_of(visit.id, ${operatorIdleHours}) helper
    where visit.session_hash = ${hashOf(token)} and visit.entity_id = platform.current_entity()`.execute(db)
  return rows[0]
}

/** Until when the visit lasts that a ticket leads to, without using it up. */
export async function helpTicketOf(db: Kysely<DB>, ticket: string | undefined) {
  if (!ticket || !tokenShape.test(ticket)) return undefined
  return db
    .selectFrom('platform.help_visit')
    .select(['operator_name', 'ends_at'])
    .where('ticket_hash', '=', hashOf(ticket))
    .where('ticket_expires_at', '>', sql<Date>`now()`)
    .where('ended_at', 'is', null)
    .where('ends_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
}

/** Uses a ticket up: the token of the visit's cookie. Refuses (help_visit.ticket) one that leads nowhere any more. */
export async function redeemHelpTicket(trx: Transaction<DB>, ticket: string): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const visit =
    tokenShape.test(ticket) &&
    (await trx
      .updateTable('platform.help_visit')
      .set({ ticket_hash: null, ticket_expires_at: null, session_hash: hashOf(token) })
      .where('ticket_hash', '=', hashOf(ticket))
      .where('ticket_expires_at', '>', sql<Date>`now()`)
      .where('ended_at', 'is', null)
      .where('ends_at', '>', sql<Date>`now()`)
      .returning('id')
      .executeTakeFirst())
  if (!visit) throw new Refusal('help_visit.ticket')
  return token
}

/** By the visitor themselves. That it is over already is fine. */
export async function leaveHelp(trx: Transaction<DB>, actor: Actor, id: string): Promise<void> {
  const visit = await end(trx, id, 'helper')
  if (!visit) return
  await recordOwnInBoth(trx, actor, 'help.left', { type: 'help_visit', id }, visit)
}

/** By the organisation. Refuses not_found.help_visit, and one that is over already (help_visit.over). */
export async function endHelp(trx: Transaction<DB>, actor: Actor, id: string): Promise<{ name: string }> {
  const visit = await end(trx, id, 'organisation')
  if (!visit) throw await missingOr(trx, id)
  const after = { ...visit, ended_by: 'organisation' }
  await recordOwnInBoth(trx, actor, 'help.ended', { type: 'help_visit', id }, after)
  return visit
}

async function missingOr(trx: Transaction<DB>, id: string): Promise<Refusal> {
  const there = await trx
    .selectFrom('platform.help_visit')
    .select('id')
    .where('id', '=', id)
    .executeTakeFirst()
  return new Refusal(there ? 'help_visit.over' : 'not_found.help_visit')
}

const end = (trx: Transaction<DB>, id: string, ended_by: HelpEnding) =>
  trx
    .updateTable('platform.help_visit')
    .set({ ended_at: sql<Date>`now()`, ended_by, told_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .where('ends_at', '>', sql<Date>`now()`)
    .returning('operator_name as name')
    .executeTakeFirst()

/**
 * That a page was opened stands in the organisation's log, once for each address of the URL map and visit: never what the
 * page showed, nor of whom.
 */
export async function noteHelpPage(
  trx: Transaction<DB>,
  actor: Actor,
  id: string,
  address: string,
): Promise<void> {
  const noted = () =>
    trx
      .selectFrom('audit_log')
      .select('id')
      .where('object_type', '=', 'help_visit')
      .where('object_id', '=', id)
      .where('action', '=', 'help.page_opened')
      .where(sql<boolean>`after->>'page' = ${address}`)
      .executeTakeFirst()
  if (await noted()) return
  // Of two requests for the same page the second waits here and finds it noted.
  await trx.selectFrom('platform.help_visit').select('id').where('id', '=', id).forUpdate().execute()
  if (await noted()) return
  await record(trx, actor, 'help.page_opened', { type: 'help_visit', id }, { after: { page: address } })
}
