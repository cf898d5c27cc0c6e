import type { Transaction } from 'kysely'
import type { Actor } from '#app/domain/actor.ts'
import { record, recordOperator } from '#app/domain/audit.ts'
import type { DB } from '#db/types.ts'
import type { Payload } from '#jobs/catalogue.ts'
import { enqueue, enqueueFor } from '#jobs/enqueue.ts'
import type { HelpNews } from './help-visit.ts'

// What becomes of codes and visits stands in both logs: at once in that of the place where it happens, in the other by a job.

const actions = {
  code_made: 'help.code_made',
  code_withdrawn: 'help.code_withdrawn',
  entered: 'help.entered',
  left: 'help.left',
  ended: 'help.ended',
}

export interface ToldOfHelp {
  what: HelpNews
  type: 'help_code' | 'help_visit'
  id: string
  after: Record<string, unknown>
}

/** At the organisation's place. */
export async function tellFromEntity(trx: Transaction<DB>, actor: Actor, told: ToldOfHelp): Promise<void> {
  const { what, type, id, after } = told
  await record(trx, actor, actions[what], { type, id }, { after })
  await enqueue(trx, 'help.log', { ...told, log: 'platform', by: byOf(actor) })
}

/** At the platform's. */
export async function tellFromPlatform(
  trx: Transaction<DB>,
  actor: Actor,
  entity_id: string,
  told: ToldOfHelp,
): Promise<void> {
  const { what, type, id, after } = told
  await recordOperator(trx, actor, actions[what], { type, id, entity_id }, { after })
  await enqueueFor(trx, 'help.log', [{ entity_id, payload: { ...told, log: 'own', by: byOf(actor) } }])
}

const byOf = ({ type, id, name, request_id }: Actor) => ({ type, id, name, request_id })

type Told = Pick<Payload<'help.log'>, 'what' | 'type' | 'id' | 'after'>

/** In the organisation's place; false when it is there already, since each happens once. */
export async function writeHelpInOwnLog(
  trx: Transaction<DB>,
  actor: Actor,
  { what, type, id, after }: Told,
): Promise<boolean> {
  const there = await trx
    .selectFrom('audit_log')
    .select('id')
    .where('object_type', '=', type)
    .where('object_id', '=', id)
    .where('action', '=', actions[what])
    .executeTakeFirst()
  if (there) return false
  await record(trx, actor, actions[what], { type, id }, { after })
  return true
}

/** The same in the platform's place. */
export async function writeHelpInPlatformLog(
  trx: Transaction<DB>,
  actor: Actor,
  entity_id: string,
  { what, type, id, after }: Told,
): Promise<void> {
  const there = await trx
    .selectFrom('platform.audit_log')
    .select('id')
    .where('object_type', '=', type)
    .where('object_id', '=', id)
    .where('action', '=', actions[what])
    .executeTakeFirst()
  if (!there) await recordOperator(trx, actor, actions[what], { type, id, entity_id }, { after })
}
