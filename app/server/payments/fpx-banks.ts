import { currentTime } from '#app/domain/core/clock.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { BankChoice } from '#app/integrations/fpx/banks/banks.ts'
import { bankChoices } from '#app/integrations/fpx/banks/banks.ts'
import { type CertificateFault, certificateFault } from '#app/integrations/fpx/certificates/validity.ts'
import { type FpxConfig, fpxUrl } from '#app/integrations/fpx/config.ts'
import type { Model } from '#app/integrations/fpx/fields.ts'
import type { RequestContext } from '#app/server/request/context.ts'

export interface BankOffer {
  /** Null when our own set-up of FPX is not complete. */
  config: FpxConfig | null
  /** No payment can be begun, whatever the banks say: a certificate has ended. */
  fault: CertificateFault | null
  choices: BankChoice[]
  fetched_at: Date | null
  /** FPX did not answer just now, so the marks may be out of date. */
  stale: boolean
  terms: string | null
}

/**
 * FPX may have to be asked, so the request's connection is given back first: for routes where nobody else reads at the
 * same time. Never throws; with no bank to choose, the page says so.
 */
export async function banksOffered(
  context: RequestContext,
  model: Model,
  hidden: readonly string[],
): Promise<BankOffer> {
  await context.releaseConnection()
  const { fpx, log } = context.services
  const config = await fpx.config().catch((error: unknown) => {
    log.error({ err: error }, 'FPX is not set up')
    return null
  })
  const nothing = { choices: [], fetched_at: null, stale: true, terms: null }
  if (!config) return { config, fault: null, ...nothing }
  const fault = certificateFault(config, currentTime())
  if (fault) {
    log.error({ fault }, 'FPX is paused: a certificate has ended')
    return { config, fault, ...nothing }
  }
  const { banks, fetched_at, stale, why } = await fpx.banks(config, model)
  if (why) log.warn({ model, why }, 'FPX bank list not renewed')
  const unwanted = new Set(model === 'B2C' ? hidden : [])
  const choices = bankChoices(model, banks, config.environment, unwanted)
  return { config, fault, choices, fetched_at, stale, terms: fpxUrl(config, 'terms') }
}

/**
 * The bank that a payer chose of it, and by whose set-up it is asked; one that is not in the list is offline. Refuses while
 * a certificate that is needed has ended, and while FPX tells no bank.
 */
export function chosenBank({ config, fault, choices }: BankOffer, code: string) {
  if (fault) throw new Refusal('payment.gateway_paused')
  if (!config || choices.length === 0) throw new Refusal('payment.gateway_unavailable')
  return { config, bank: choices.find((one) => one.code === code) ?? { code, name: code, online: false } }
}
