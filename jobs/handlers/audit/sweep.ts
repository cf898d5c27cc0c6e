import { askForSeals } from '#app/domain/audit/seals/watch.ts'
import type { Handler } from '#jobs/handler.ts'
import { sealAt } from './seal.ts'

export const sweepAudit: Handler<'audit.sweep'> = async (_payload, tools) => {
  await tools.inPlace((trx) => askForSeals(trx))
  await sealAt(tools, 'platform')
}
