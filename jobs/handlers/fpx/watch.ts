import { originOfMain } from '#app/domain/organisation/entities/origin.ts'
import { certificateLetter } from '#app/domain/platform/overview/certificate-letter.ts'
import { toldOperator, warnOfEndings } from '#app/domain/platform/overview/certificate-warnings.ts'
import type { Environment } from '#app/environment.ts'
import { i18nOf } from '#app/i18n/i18n.ts'
import { knownLocale } from '#app/i18n/locales.ts'
import { endings } from '#app/integrations/fpx/certificates/validity.ts'
import { FpxConfigError, fpxConfig } from '#app/integrations/fpx/config.ts'
import type { Handler } from '#jobs/handler.ts'
import { sendPlatformLetter } from '#jobs/mail/send-letter.ts'

/** Once a day: what of FPX's certificates and ours ends soon. */
export const watchCertificates: Handler<'fpx.watch'> = async (_payload, { inPlace, environment, log }) => {
  const config = await configOrNone(environment)
  if (!config) return
  const ending = endings(config, new Date())
  const told = await inPlace((trx) => warnOfEndings(trx, ending))
  if (ending.length > 0) log.warn({ ending, told }, 'certificates of FPX end')
}

/** Where FPX is not set up, nothing of it can end. */
function configOrNone(environment: Environment) {
  return fpxConfig(environment).catch((error: unknown) => {
    if (error instanceof FpxConfigError) return undefined
    throw error
  })
}

export const warnOperator: Handler<'fpx.warn'> = async ({ operator_id, ...about }, tools) => {
  const { inPlace, environment } = tools
  const row = await inPlace((trx) => toldOperator(trx, operator_id))
  if (!row) return
  const locale = knownLocale(row.locale)
  const t = i18nOf(locale).getFixedT(locale)
  await sendPlatformLetter(tools, {
    to: { address: row.email, name: row.name, locale },
    letter: certificateLetter(
      { reader: row.name, ...about, not_after: new Date(about.not_after), at: new Date() },
      { t, locale, origin: originOfMain(environment) },
    ),
    list: 'fpx',
  })
}
