import { askForSeals } from '#app/domain/seals/watch.server.ts'
import type { Handler } from '#jobs/handler.ts'
import { sealAt } from './seal.ts'

/** Sends the audit logs that have grown to be sealed, and seals the platform's own. */
export const sweepAudit: Handler<'audit.sweep'> = async (_payload, tools) => {
  await tools.inPlace((trx) => askForSeals(trx))
  await sealAt(tools, 'platform')
}
