import { randomBytes, randomInt } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import { recordInBoth, recordOwnInBoth } from '#app/domain/audit/log/both-logs.ts'
import { type Actor, systemActor } from '#app/domain/core/actor.ts'
import { record } from '#app/domain/core/audit.ts'
import { countUses, forgetUses } from '#app/domain/core/rate-limit.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { Write } from '#app/domain/core/transactions.ts'
import { tokenHash, tokenShape } from '#app/domain/identity/passwords/tokens.ts'
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import {
  codeHours,
  type HelpEnding,
  type HelpEnterInput,
  newHelpCode,
  ticketSeconds,
  visitMinutes,
} from './help-visit.ts'

// Where a verb takes a Helper it runs in the platform's schema, otherwise in the organisation's.

/**
 * Creates a code with which an operator may begin a visit, and returns it; only its hash is stored. One code is open at a time
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
  const withdrawn = await trx
    .updateTable('platform.help_code')
    .set({ closed_at: sql<Date>`now()`, closed_as: 'withdrawn' })
    .where('id', '=', id)
    .where('closed_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning('maker')
    .executeTakeFirst()
  if (!withdrawn) throw await codeGoneOrMissing(trx, id)
  await recordOwnInBoth(trx, actor, 'help.code_withdrawn', { type: 'help_code', id }, withdrawn)
}

async function codeGoneOrMissing(trx: Transaction<DB>, id: string): Promise<Refusal> {
  const found = await trx
    .selectFrom('platform.help_code')
    .select('id')
    .where('id', '=', id)
    .executeTakeFirst()
  return new Refusal(found ? 'help_visit.code_gone' : 'not_found.help_code')
}

/** An operator in a session: a visit belongs to the session in which it began and ends with it. */
interface Helper {
  actor: Actor
  session_id: string
}

const triesOf = (operator_id: string) => ({
  key: `help:operator:${operator_id}`,
  points: 5,
  seconds: 15 * 60,
})

const triesAt = (entity_id: string) => ({ key: `help:entity:${entity_id}`, points: 20, seconds: 86_400 })

/**
 * Uses the organisation's code and begins a visit of one hour, which cannot be extended; returns its id. Refuses
 * too_many_requests after several wrong codes, help_visit.code_wrong for any invalid code, and help_visit.closed for a
 * closed organisation.
 */
export async function enterToHelp(
  write: Write,
  { actor, session_id }: Helper,
  entity_id: string,
  { code, reason }: HelpEnterInput,
): Promise<string> {
  const own = triesOf(actor.id!)
  // In its own transaction, so that a wrong code is still counted.
  if (await write((trx) => countUses(trx, [own, triesAt(entity_id)]))) throw new Refusal('too_many_requests')
  return write(async (trx) => {
    const entity = await trx
      .selectFrom('platform.entity')
      .select('status')
      .where('id', '=', entity_id)
      .forShare()
      .executeTakeFirst()
    if (!entity) throw new Refusal('not_found.entity')
    if (entity.status !== 'active') throw new Refusal('help_visit.closed')
    const used = await trx
      .updateTable('platform.help_code')
      .set({ closed_at: sql<Date>`now()`, closed_as: 'used' })
      .where('entity_id', '=', entity_id)
      .where('code_hash', '=', tokenHash(code))
      .where('closed_at', 'is', null)
      .where('expires_at', '>', sql<Date>`now()`)
      .returning('id')
      .executeTakeFirst()
    if (!used) throw new Refusal('help_visit.code_wrong', 'code')
    const id = newId()
    const { ends_at } = await trx
      .insertInto('platform.help_visit')
      .values({
        ...{ id, entity_id, code_id: used.id, reason },
        ...{ operator_id: actor.id!, operator_session_id: session_id, operator_name: actor.name },
        ends_at: sql<Date>`now() + make_interval(mins => ${visitMinutes})`,
      })
      .returning('ends_at')
      .executeTakeFirstOrThrow()
    await forgetUses(trx, own.key)
    const after = { name: actor.name, reason, ends_at }
    await recordInBoth(trx, actor, 'help.entered', { type: 'help_visit', id, entity_id }, { after })
    return id
  })
}

/**
 * A ticket that takes the browser to the organisation's host, valid once and for a minute; only its hash is stored. A new
 * ticket ends the session that an earlier one opened. Refuses not_found.help_visit and help_visit.over.
 */
export async function helpTicket(
  trx: Transaction<DB>,
  helper: Helper,
  id: string,
): Promise<{ ticket: string; entity_id: string }> {
  const ticket = randomBytes(32).toString('base64url')
  const visit = await running(trx, helper, id)
    .set({
      ticket_hash: tokenHash(ticket),
      ticket_expires_at: sql<Date>`now() + make_interval(secs => ${ticketSeconds})`,
      session_hash: null,
    })
    .returning('entity_id')
    .executeTakeFirst()
  if (!visit) throw await overOrMissing(trx, id, helper.actor.id)
  return { ticket, ...visit }
}

/** The operator ends the visit from the platform's host. Refuses not_found.help_visit and help_visit.over. */
export async function leaveFromPlatform(
  trx: Transaction<DB>,
  helper: Helper,
  id: string,
): Promise<{ entity_id: string }> {
  const visit = await running(trx, helper, id)
    .set({ ended_at: sql<Date>`now()`, ended_by: 'helper', told_at: sql<Date>`now()` })
    .returning('entity_id')
    .executeTakeFirst()
  if (!visit) throw await overOrMissing(trx, id, helper.actor.id)
  const after = { name: helper.actor.name }
  await recordInBoth(trx, helper.actor, 'help.left', { type: 'help_visit', id, ...visit }, { after })
  return visit
}

/**
 * Ends visits whose time is over, and records in both audit logs those that ended without a record. Runs in the platform's
 * schema; returns their number.
 */
export async function recordEndedVisits(trx: Transaction<DB>): Promise<number> {
  await trx
    .updateTable('platform.help_visit')
    .set({ ended_at: sql<Date>`ends_at`, ended_by: 'time' })
    .where('told_at', 'is', null)
    .where('ended_at', 'is', null)
    .where('ends_at', '<=', sql<Date>`now()`)
    .execute()
  const ended = await trx
    .updateTable('platform.help_visit')
    .set({ told_at: sql<Date>`now()` })
    .where('told_at', 'is', null)
    .where('ended_at', 'is not', null)
    .returning(['id', 'entity_id', 'operator_name as name', 'ended_by', 'ended_at'])
    .execute()
  for (const { id, entity_id, ...after } of ended)
    await recordInBoth(trx, systemActor, 'help.ended', { type: 'help_visit', id, entity_id }, { after })
  return ended.length
}

/** The visit if it is active and belongs to the operator's present session. */
const running = (trx: Transaction<DB>, { actor, session_id }: Helper, id: string) =>
  trx
    .updateTable('platform.help_visit')
    .where('id', '=', id)
    .where('operator_id', '=', actor.id)
    .where('operator_session_id', '=', session_id)
    .where('ended_at', 'is', null)
    .where('ends_at', '>', sql<Date>`now()`)

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
  if (!visit) throw await overOrMissing(trx, id)
  const after = { ...visit, ended_by: 'organisation' }
  await recordOwnInBoth(trx, actor, 'help.ended', { type: 'help_visit', id }, after)
  return visit
}

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
  const recorded = () =>
    trx
      .selectFrom('audit_log')
      .select('id')
      .where('object_type', '=', 'help_visit')
      .where('object_id', '=', id)
      .where('action', '=', 'help.page_opened')
      .where(sql<boolean>`after->>'page' = ${address}`)
      .executeTakeFirst()
  if (await recorded()) return
  // Serialises concurrent requests for the same page, so that it is recorded once.
  await trx.selectFrom('platform.help_visit').select('id').where('id', '=', id).forUpdate().execute()
  if (await recorded()) return
  await record(trx, actor, 'help.page_opened', { type: 'help_visit', id }, { after: { page: address } })
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

/** Why a visit cannot be changed: it is over, or there is none, or none of this operator if one is given. */
async function overOrMissing(
  trx: Transaction<DB>,
  id: string,
  operator_id?: string | null,
): Promise<Refusal> {
  const found = await trx
    .selectFrom('platform.help_visit')
    .select('id')
    .where('id', '=', id)
    .$if(operator_id !== undefined, (query) => query.where('operator_id', '=', operator_id!))
    .executeTakeFirst()
  return new Refusal(found ? 'help_visit.over' : 'not_found.help_visit')
}
