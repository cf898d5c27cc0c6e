import type { Transaction } from 'kysely'
import { type ToldInBoth, writeInOwnLog, writeInPlatformLog } from '#app/domain/audit/log/both-logs.ts'
import { systemActor } from '#app/domain/core/actor.ts'
import { superadminsToTell, tellSuperadmins } from '#app/domain/organisation/own-domain/tell.ts'
import { enqueueFromJob } from '#app/outbox/enqueue.ts'
import type { DB } from '#db/types.ts'
import type { Handler, JobTools } from '#jobs/handler.ts'

/** What follows within the organisation when its log is told. */
const consequences: Partial<
  Record<
    ToldInBoth['action'],
    (trx: Transaction<DB>, told: ToldInBoth, job: JobTools['job']) => Promise<void>
  >
> = {
  'entity.domain_off': (trx) => tellSuperadmins(trx, 'off'),
  'entity.domain_on': (trx) => tellSuperadmins(trx, 'on'),
  async 'help.entered'(trx, { object }, job) {
    for (const { id: user_id } of await superadminsToTell(trx).execute())
      await enqueueFromJob(trx, job, 'help.mail', { user_id, visit_id: object.id }, user_id)
  },
}

/** What was done to an organisation at the platform's place, into its own log; once, by the request in which it was done. */
export const writeEntityLog: Handler<'entity.log'> = async (told, { inPlace, job }) => {
  const actor = { ...systemActor, ...told.by, request_id: told.by.request_id ?? job.id }
  await inPlace(async (trx) => {
    const written = await writeInOwnLog(trx, actor, told)
    if (written) await consequences[told.action]?.(trx, told, job)
  })
}

/** What an organisation did about codes and visits of operators, into the platform's log. */
export const writeHelpLog: Handler<'help.log'> = async (told, { inPlatform, entity, job }) => {
  const actor = { ...systemActor, ...told.by, request_id: told.by.request_id ?? job.id }
  await inPlatform((trx) => writeInPlatformLog(trx, actor, entity.id, told))
}
