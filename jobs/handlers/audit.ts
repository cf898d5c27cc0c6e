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
import { databaseDay } from '#app/domain/core/clock.ts'
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

/** Once a day: stores a copy of each log's last seal outside the database. */
export const anchorLogs: Handler<'audit.anchor_all'> = async (_payload, tools) => {
  const { withTenant, files, job, log } = tools
  const asked = await withTenant((trx) => enqueueAnchors(trx))
  const last = await sealAt(tools, 'platform')
  if (last) await saveAnchor(files, last, { on: await withTenant(databaseDay) })
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

/** Seals the log, stores the day's anchor as a file and mails it to superadmins. */
export const anchorLog: Handler<'audit.anchor'> = async (_payload, tools) => {
  const { withTenant, files, job, log } = tools
  const last = await sealAt(tools, 'tenant')
  if (!last) return
  await saveAnchor(files, last, { on: await withTenant(databaseDay) })
  await withTenant(async (trx) => {
    const readers = await anchorReaders(trx)
    for (const { id } of readers) await enqueueFromJob(trx, job, 'audit.mail', { user_id: id, ...last }, id)
  })
  log.info({ seal: last.number, hash: last.hash }, 'audit log anchored')
}

/** Further effects in the organisation of an entry from the platform. */
const consequences: Partial<
  Record<
    EntityLogEntry['action'],
    (trx: Transaction<DB>, entry: EntityLogEntry, job: JobTools['job']) => Promise<void>
  >
> = {
  'entity.domain_off': (trx) => notifySuperadmins(trx, 'off'),
  'entity.domain_on': (trx) => notifySuperadmins(trx, 'on'),
  async 'help.entered'(trx, { object }, job) {
    for (const { id: user_id } of await superadminAccounts(trx).execute())
      await enqueueFromJob(trx, job, 'help.mail', { user_id, visit_id: object.id }, user_id)
  },
}

/** Records an operator's action in the organisation's own log, once per request. */
export const writeEntityLog: Handler<'entity.log'> = async (entry, { withTenant, job }) => {
  const actor = { ...systemActor, ...entry.by, request_id: entry.by.request_id ?? job.id }
  await withTenant(async (trx) => {
    const written = await writeInOwnLog(trx, actor, entry)
    if (written) await consequences[entry.action]?.(trx, entry, job)
  })
}

/** Records an organisation's action on help codes and visits in the platform's log, once. */
export const writeHelpLog: Handler<'help.log'> = async (entry, { withPlatform, entity, job }) => {
  const actor = { ...systemActor, ...entry.by, request_id: entry.by.request_id ?? job.id }
  await withPlatform((trx) => writeInPlatformLog(trx, actor, entity.id, entry))
}
