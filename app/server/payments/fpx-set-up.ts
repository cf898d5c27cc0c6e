import { currentTime } from '#app/domain/core/clock.ts'
import { keyFingerprint } from '#app/integrations/fpx/certificates/certificate.ts'
import {
  certificateFault,
  endings,
  type ShownCertificate,
  shownCertificates,
} from '#app/integrations/fpx/certificates/validity.ts'
import type { FpxConfig } from '#app/integrations/fpx/config.ts'
import type { RequestContext } from '#app/server/request/context.ts'

export type FpxWarnings = Awaited<ReturnType<typeof fpxWarnings>>
export type FpxSetUp = Awaited<ReturnType<typeof fpxSetUp>>

/**
 * What an operator has to know of our set-up of FPX before it stops. Where something is missing, `problem` says what, in
 * the words of who wrote the configuration.
 */
export async function fpxWarnings(context: RequestContext) {
  return warningsOf(await configOf(context), currentTime())
}

/**
 * All that may be shown of our set-up, with its warnings: fingerprints and dates, never a key. `heard` is the certificate
 * of the last message.
 */
export async function fpxSetUp(context: RequestContext, heard: string | null) {
  const read = await configOf(context)
  const now = currentTime()
  const warnings = warningsOf(read, now)
  const { config } = read
  if (!config) {
    const nothing = { known: null, key_fingerprint: null, own: null }
    return { ...warnings, ...nothing, certificates: [] as ShownCertificate[] }
  }
  const { ownCertificate, certificates, privateKey } = config
  return {
    ...warnings,
    known: {
      environment: config.environment,
      exchange_id: config.exchangeId,
      seller_bank_code: config.sellerBankCode,
      url: config.url,
    },
    key_fingerprint: keyFingerprint(privateKey),
    own: (ownCertificate && shownCertificates([ownCertificate], now, null)[0]) || null,
    certificates: shownCertificates(certificates, now, heard),
  }
}

type Read = { config: FpxConfig; problem: null } | { config: null; problem: string }

function configOf({ services }: RequestContext): Promise<Read> {
  return services.fpx.config().then(
    (config) => ({ config, problem: null }),
    (error: Error) => ({ config: null, problem: error.message }),
  )
}

function warningsOf({ config, problem }: Read, now: Date) {
  return {
    problem,
    sandbox: config?.sandbox ?? false,
    fault: config && certificateFault(config, now),
    ending: config ? endings(config, now) : [],
  }
}
