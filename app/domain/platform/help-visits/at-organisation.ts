import { randomBytes, randomInt } from 'node:crypto'
import { type Kysely, sql, type Transaction } from 'kysely'
import { recordOwnInBoth } from '#app/domain/audit/log/both-logs.ts'
import type { Actor } from '#app/domain/core/actor.ts'
import { record } from '#app/domain/core/audit.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { operatorIdleHours } from '#app/domain/core/settings/settings.ts'

import { tokenHash, tokenShape } from '#app/domain/identity/passwords/tokens.ts'
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import { codeHours, type HelpEnding, newHelpCode } from './help-visit.ts'

// All of this runs in the organisation's schema.

/**
 * Creates a code that lets an operator in, and returns it; only its hash is stored. One code is open at a time
 * (duplicate.help_code, by constraint); an expired one is closed first.
 */
export async function makeHelpCode(trx: Transaction<DB>, actor: Actor): Promise<string> {
  await trx
    .updateTable('platform.help_code')
    .set({ closed_at: sql<Date>`now()`, closed_as: 'expired' })
    .where('closed_at', 'is', null)
    .where('expires_at', '<=', sql<Date>`now()`)
    .execute()
  const [id, code] = [newId(), newHelpCode((below) => randomInt(below))]
  const { expires_at } = await trx
    .insertInto('platform.help_code')
    .values({
      ...{ id, code_hash: tokenHash(code.replaceAll('-', '')), made_by: actor.id, maker: actor.name },
      expires_at: sql<Date>`now() + make_interval(hours => ${codeHours})`,
    })
    .returning('expires_at')
    .executeTakeFirstOrThrow()
  await recordOwnInBoth(trx, actor, 'help.code_made', { type: 'help_code', id }, { expires_at })
  return code
}

/** Withdraws an unused code. Refuses not_found.help_code, and (help_visit.code_gone) a used, withdrawn or expired one. */
export async function withdrawHelpCode(trx: Transaction<DB>, actor: Actor, id: string): Promise<void> {
  const taken = await trx
    .updateTable('platform.help_code')
    .set({ closed_at: sql<Date>`now()`, closed_as: 'withdrawn' })
    .where('id', '=', id)
    .where('closed_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning('maker')
    .executeTakeFirst()
  if (!taken) throw await codeMissingOr(trx, id)
  await recordOwnInBoth(trx, actor, 'help.code_withdrawn', { type: 'help_code', id }, taken)
}

async function codeMissingOr(trx: Transaction<DB>, id: string): Promise<Refusal> {
  const there = await trx
    .selectFrom('platform.help_code')
    .select('id')
    .where('id', '=', id)
    .executeTakeFirst()
  return new Refusal(there ? 'help_visit.code_gone' : 'not_found.help_code')
}

interface ActiveVisit {
  id: string
  operator_id: string
  operator_name: string
  operator_role: string
  locale: string
  ends_at: Date
}

/** The visit of a token, as long as the visit, the operator, their session and the organisation are active. */
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

/** Exchanges a ticket, once, for the token of the visit's cookie. Refuses (help_visit.ticket) a used or expired one. */
export async function redeemHelpTicket(trx: Transaction<DB>, ticket: string): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const visit =
    tokenShape.test(ticket) &&
    (await trx
      .updateTable('platform.help_visit')
      .set({ ticket_hash: null, ticket_expires_at: null, session_hash: tokenHash(token) })
      .where('ticket_hash', '=', tokenHash(ticket))
      .where('ticket_expires_at', '>', sql<Date>`now()`)
      .where('ended_at', 'is', null)
      .where('ends_at', '>', sql<Date>`now()`)
      .returning('id')
      .executeTakeFirst())
  if (!visit) throw new Refusal('help_visit.ticket')
  return token
}

/** The operator leaves. Nothing happens if the visit is over already. */
export async function leaveHelp(trx: Transaction<DB>, actor: Actor, id: string): Promise<void> {
  const visit = await end(trx, id, 'helper')
  if (!visit) return
  await recordOwnInBoth(trx, actor, 'help.left', { type: 'help_visit', id }, visit)
}

/** The organisation ends a visit. Refuses not_found.help_visit, and help_visit.over. */
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
 * Records in the organisation's audit log that a page was opened, once per route and visit. The record holds the route alone,
 * never what the page showed.
 */
export async function recordHelpPage(
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
  // Serialises concurrent requests for the same page, so that it is recorded once.
  await trx.selectFrom('platform.help_visit').select('id').where('id', '=', id).forUpdate().execute()
  if (await noted()) return
  await record(trx, actor, 'help.page_opened', { type: 'help_visit', id }, { after: { page: address } })
}
