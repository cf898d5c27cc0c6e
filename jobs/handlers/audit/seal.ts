import { keepAnchor } from '#app/domain/audit/seals/anchor.ts'
import { type Log, lastSeal, sealLog } from '#app/domain/audit/seals/seal.ts'
import type { Handler, JobTools } from '#jobs/handler.ts'
import { Postponed } from '#jobs/queue/postponed.ts'

export const sealAudit: Handler<'audit.seal'> = async (_payload, tools) => {
  await sealAt(tools, 'tenant')
}

/**
 * Puts the last seal beside the files of the place and returns it. Comes again (Postponed) when somebody has been
 * writing for longer than it waits.
 */
export async function sealAt({ inPlace, files, log }: JobTools, kind: Log) {
  const { seals, rows, waiting } = await sealLog(inPlace, kind)
  const last = await inPlace((trx) => lastSeal(trx))
  if (last && seals > 0) {
    await keepAnchor(files, last)
    log.info({ seals, rows, seal: last.number }, 'audit log sealed')
  }
  if (waiting) throw new Postponed(5_000, 'somebody is still writing to the audit log')
  return last
}
