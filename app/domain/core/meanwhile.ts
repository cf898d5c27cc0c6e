import type { Kysely } from 'kysely'
import type { DB } from '#db/types.ts'
import type { RowScope } from './actor.ts'
import { Refusal, type RefusalCode } from './refusal.ts'

/**
 * The refusal of something that somebody else has changed meanwhile, with who did it (`by`) and when (`at`): the page says so
 * behind its sentence (`common.changed_by`). Families are not told names of the office.
 * @param object as the audit log names it
 */
export async function meanwhile(
  db: Kysely<DB>,
  code: RefusalCode,
  object: { type: string; id: string },
  { scope, values = {} }: { scope?: RowScope; values?: Record<string, string | number> } = {},
): Promise<Refusal> {
  if (scope?.scope === 'own') return new Refusal(code, undefined, values)
  const last = await db
    .selectFrom('audit_log')
    .select(['actor_name', 'actor_type', 'at'])
    .where('object_type', '=', object.type)
    .where('object_id', '=', object.id)
    .orderBy('at', 'desc')
    .orderBy('position', 'desc')
    .executeTakeFirst()
  if (!last || last.actor_type === 'guest') return new Refusal(code, undefined, values)
  return new Refusal(code, undefined, { ...values, by: last.actor_name, at: last.at.toISOString() })
}
