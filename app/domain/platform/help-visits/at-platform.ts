import { randomBytes } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import { recordInBoth } from '#app/domain/audit/log/both-logs.ts'
import { type Actor, systemActor } from '#app/domain/core/actor.ts'
import { countUses, forgetUses } from '#app/domain/core/rate-limit.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { Write } from '#app/domain/core/transactions.ts'
import { tokenHash } from '#app/domain/identity/passwords/tokens.ts'
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import { type HelpEnterInput, ticketSeconds, visitMinutes } from './help-visit.ts'

// All of this runs in the platform's schema. A visit belongs to the operator's session in which it began and ends with it.

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

/** The visit if it is active and belongs to the operator's present session. */
const running = (trx: Transaction<DB>, { actor, session_id }: Helper, id: string) =>
  trx
    .updateTable('platform.help_visit')
    .where('id', '=', id)
    .where('operator_id', '=', actor.id)
    .where('operator_session_id', '=', session_id)
    .where('ended_at', 'is', null)
    .where('ends_at', '>', sql<Date>`now()`)

async function missingOr(trx: Transaction<DB>, { actor }: Helper, id: string): Promise<Refusal> {
  const there = await trx
    .selectFrom('platform.help_visit')
    .select('id')
    .where('id', '=', id)
    .where('operator_id', '=', actor.id)
    .executeTakeFirst()
  return new Refusal(there ? 'help_visit.over' : 'not_found.help_visit')
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
  if (!visit) throw await missingOr(trx, helper, id)
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
  if (!visit) throw await missingOr(trx, helper, id)
  const after = { name: helper.actor.name }
  await recordInBoth(trx, helper.actor, 'help.left', { type: 'help_visit', id, ...visit }, { after })
  return visit
}

/** Ends visits whose time is over, and records in both audit logs those that ended without a record. Returns their number. */
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
