import { databaseDay } from '#app/domain/core/clock.ts'
import { warnOfEndings } from '#app/domain/einvoice/settings/endings.ts'
import type { Handler } from '#jobs/handler.ts'

export const watchEinvoiceSettings: Handler<'einvoice_setting.watch'> = async (
  _payload,
  { withTenant, log },
) => {
  const warned = await withTenant(async (trx) => warnOfEndings(trx, await databaseDay(trx)))
  if (warned > 0) log.info({ warned }, 'secrets of the tax portal or a certificate end')
}
