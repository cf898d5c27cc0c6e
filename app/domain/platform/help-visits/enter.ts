import { randomBytes } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import { recordInBoth } from '#app/domain/audit/log/both-logs.ts'
import type { Actor } from '#app/domain/core/actor.ts'
import { countUses, forgetUses } from '#app/domain/core/rate-limit.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { Write } from '#app/domain/core/transactions.ts'
import { hashOf } from '#app/domain/identity/passwords/token-hash.ts'
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import { type HelpEnterInput, ticketSeconds, visitMinutes } from './help-visit.ts'

// At the platform's place. A visit belongs to the operator's session in which it began and ends with it.

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
 * Uses the organisation's code up and begins a visit of an hour, which nothing makes longer; returns its id. Refuses
 * too_many_requests after some wrong ones, help_visit.code_wrong for one that opens nothing, for whatever reason, and
 * help_visit.closed where the organisation is closed.
 */
export async function enterToHelp(
  write: Write,
  { actor, session_id }: Helper,
  entity_id: string,
  { code, reason }: HelpEnterInput,
): Promise<string> {
  const own = triesOf(actor.id!)
  // In a transaction of its own: a wrong code leaves its count.
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
      .where('code_hash', '=', hashOf(code))
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

/** Of the operator's own session. */
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
 * What leads a browser to the organisation's own host, once and within a minute; only its hash is kept. What it opened
 * before is shut by it. Refuses not_found.help_visit and help_visit.over.
 */
export async function helpTicket(
  trx: Transaction<DB>,
  helper: Helper,
  id: string,
): Promise<{ ticket: string; entity_id: string }> {
  const ticket = randomBytes(32).toString('base64url')
  const visit = await running(trx, helper, id)
    .set({
      ticket_hash: hashOf(ticket),
      ticket_expires_at: sql<Date>`now() + make_interval(secs => ${ticketSeconds})`,
      session_hash: null,
    })
    .returning('entity_id')
    .executeTakeFirst()
  if (!visit) throw await missingOr(trx, helper, id)
  return { ticket, ...visit }
}

/** Refuses not_found.help_visit and help_visit.over. */
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
