import { randomInt } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import { recordOwnInBoth } from '#app/domain/audit/log/both-logs.ts'
import type { Actor } from '#app/domain/core/actor.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { hashOf } from '#app/domain/identity/passwords/token-hash.ts'
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import { codeHours, newHelpCode } from './help-visit.ts'

// At the organisation's place.

/**
 * A code by which an operator may look; it is in the answer and nowhere else. One is open at a time (duplicate.help_code, by
 * constraint); one whose time is over makes room.
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
      ...{ id, code_hash: hashOf(code.replaceAll('-', '')), made_by: actor.id, maker: actor.name },
      expires_at: sql<Date>`now() + make_interval(hours => ${codeHours})`,
    })
    .returning('expires_at')
    .executeTakeFirstOrThrow()
  await recordOwnInBoth(trx, actor, 'help.code_made', { type: 'help_code', id }, { expires_at })
  return code
}

/** From then on it opens nothing. Refuses not_found.help_code, and (help_visit.code_gone) one that was used or taken back, or is over. */
export async function withdrawHelpCode(trx: Transaction<DB>, actor: Actor, id: string): Promise<void> {
  const taken = await trx
    .updateTable('platform.help_code')
    .set({ closed_at: sql<Date>`now()`, closed_as: 'withdrawn' })
    .where('id', '=', id)
    .where('closed_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning('maker')
    .executeTakeFirst()
  if (!taken) throw await missingOr(trx, id)
  await recordOwnInBoth(trx, actor, 'help.code_withdrawn', { type: 'help_code', id }, taken)
}

async function missingOr(trx: Transaction<DB>, id: string): Promise<Refusal> {
  const there = await trx
    .selectFrom('platform.help_code')
    .select('id')
    .where('id', '=', id)
    .executeTakeFirst()
  return new Refusal(there ? 'help_visit.code_gone' : 'not_found.help_code')
}
