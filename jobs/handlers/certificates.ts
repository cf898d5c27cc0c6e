import { warnOfExpiringCertificates } from '#app/domain/platform/overview/fpx-watch.ts'
import type { Environment } from '#app/environment.ts'
import { endings } from '#app/integrations/fpx/certificates/validity.ts'
import { FpxConfigError, fpxConfig } from '#app/integrations/fpx/config.ts'
import type { Handler } from '#jobs/handler.ts'

/** Once a day: what of FPX's certificates and ours ends soon. */
export const watchCertificates: Handler<'fpx.watch'> = async (_payload, { withTenant, environment, log }) => {
  const config = await configOrNone(environment)
  if (!config) return
  const ending = endings(config, new Date())
  const told = await withTenant((trx) => warnOfExpiringCertificates(trx, ending))
  if (ending.length > 0) log.warn({ ending, told }, 'certificates of FPX end')
}

/** Where FPX is not set up, nothing of it can end. */
function configOrNone(environment: Environment) {
  return fpxConfig(environment).catch((error: unknown) => {
    if (error instanceof FpxConfigError) return undefined
    throw error
  })
}
