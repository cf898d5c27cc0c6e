import { systemActor } from '#app/domain/actor.ts'
import { writeInOwnLog } from '#app/domain/entities/by-operator.server.ts'
import type { Handler } from '#jobs/handler.ts'

/** What an operator has done to an organisation, into its own log; once, by the request in which it was done. */
export const writeEntityLog: Handler<'entity.log'> = async (
  { what, by, before, after },
  { inPlace, entity, job },
) => {
  const actor = { ...systemActor, ...by, type: 'operator', request_id: by.request_id ?? job.id } as const
  await inPlace((trx) => writeInOwnLog(trx, actor, what, entity.id, { before, after }))
}
