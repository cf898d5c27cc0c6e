import type { Transaction } from 'kysely'
import { type EntityLogEntry, writeInOwnLog, writeInPlatformLog } from '#app/domain/audit/log/both-logs.ts'
import {
  activeOwners,
  anchorReaders,
  enqueueAnchors,
  enqueueSeals,
  saveAnchor,
} from '#app/domain/audit/seals/anchor.ts'
import { type Log, lastSeal, sealLog } from '#app/domain/audit/seals/seal.ts'
import { systemActor } from '#app/domain/core/actor.ts'
import { currentDay } from '#app/domain/core/clock.ts'
import {
  notifySuperadmins,
  superadminAccounts,
} from '#app/domain/organisation/own-domain/change-own-domain.ts'
import { enqueueFromJob } from '#app/outbox/enqueue.ts'
import type { DB } from '#db/types.ts'
import type { Handler, JobTools } from '#jobs/handler.ts'
import { Postponed } from '#jobs/queue/postponed.ts'

export const sweepAudit: Handler<'audit.sweep'> = async (_payload, tools) => {
  await tools.withTenant((trx) => enqueueSeals(trx))
  await sealAt(tools, 'platform')
}

export const sealAudit: Handler<'audit.seal'> = async (_payload, tools) => {
  await sealAt(tools, 'tenant')
}

/**
 * Puts the last seal beside the files of the place and returns it. Comes again (Postponed) when somebody has been
 * writing for longer than it waits.
 */
async function sealAt({ withTenant, files, log }: JobTools, kind: Log) {
  const { seals, rows, waiting } = await sealLog(withTenant, kind)
  const last = await withTenant((trx) => lastSeal(trx))
  if (last && seals > 0) {
    await saveAnchor(files, last)
    log.info({ seals, rows, seal: last.number }, 'audit log sealed')
  }
  if (waiting) throw new Postponed(5_000, 'somebody is still writing to the audit log')
  return last
}

/** A copy of each log's last seal goes where the database cannot reach it, once a day. */
export const anchorLogs: Handler<'audit.anchor_all'> = async (_payload, tools) => {
  const { withTenant, files, job, log } = tools
  const asked = await withTenant((trx) => enqueueAnchors(trx))
  const last = await sealAt(tools, 'platform')
  if (last) await saveAnchor(files, last, { on: currentDay() })
  log.info(
    { organisations: asked, platform_seal: last?.number, platform_hash: last?.hash },
    'anchors are made',
  )
  if (!last) return
  await withTenant(async (trx) => {
    const owners = await activeOwners(trx)
    for (const { id } of owners)
      await enqueueFromJob(trx, job, 'audit.mail_owner', { operator_id: id, ...last }, id)
  })
}

/** Sealed up to now, kept as that day's file, written to the log, mailed to its superadmins. */
export const anchorLog: Handler<'audit.anchor'> = async (_payload, tools) => {
  const { withTenant, files, job, log } = tools
  const last = await sealAt(tools, 'tenant')
  if (!last) return
  await saveAnchor(files, last, { on: currentDay() })
  await withTenant(async (trx) => {
    const readers = await anchorReaders(trx)
    for (const { id } of readers) await enqueueFromJob(trx, job, 'audit.mail', { user_id: id, ...last }, id)
  })
  log.info({ seal: last.number, hash: last.hash }, 'audit log anchored')
}

/** What follows within the organisation when its log is told. */
const consequences: Partial<
  Record<
    EntityLogEntry['action'],
    (trx: Transaction<DB>, told: EntityLogEntry, job: JobTools['job']) => Promise<void>
  >
> = {
  'entity.domain_off': (trx) => notifySuperadmins(trx, 'off'),
  'entity.domain_on': (trx) => notifySuperadmins(trx, 'on'),
  async 'help.entered'(trx, { object }, job) {
    for (const { id: user_id } of await superadminAccounts(trx).execute())
      await enqueueFromJob(trx, job, 'help.mail', { user_id, visit_id: object.id }, user_id)
  },
}

/** What was done to an organisation at the platform's place, into its own log; once, by the request in which it was done. */
export const writeEntityLog: Handler<'entity.log'> = async (told, { withTenant, job }) => {
  const actor = { ...systemActor, ...told.by, request_id: told.by.request_id ?? job.id }
  await withTenant(async (trx) => {
    const written = await writeInOwnLog(trx, actor, told)
    if (written) await consequences[told.action]?.(trx, told, job)
  })
}

/** What an organisation did about codes and visits of operators, into the platform's log. */
export const writeHelpLog: Handler<'help.log'> = async (told, { withPlatform, entity, job }) => {
  const actor = { ...systemActor, ...told.by, request_id: told.by.request_id ?? job.id }
  await withPlatform((trx) => writeInPlatformLog(trx, actor, entity.id, told))
}
