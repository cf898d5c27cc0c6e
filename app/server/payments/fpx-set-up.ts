import { keyFingerprint } from '#app/integrations/fpx/certificates/certificate.ts'
import {
  certificateFault,
  endings,
  type ShownCertificate,
  shownCertificates,
} from '#app/integrations/fpx/certificates/validity.ts'
import type { RequestContext } from '#app/server/request/context.ts'

/**
 * What may be shown of our set-up of FPX: fingerprints and dates, never a key. `heard` is the certificate of the last
 * message. Where something is missing, `problem` says what, in the words of who wrote the configuration.
 */
export async function fpxSetUp(context: RequestContext, heard: string | null) {
  const read = await context.services.fpx.config().then(
    (config) => ({ config, problem: null }),
    (error: Error) => ({ config: null, problem: error.message }),
  )
  const { config, problem } = read
  if (!config) {
    const nothing = { known: null, key_fingerprint: null, own: null, fault: null, sandbox: false }
    return { problem, ...nothing, ending: [], certificates: [] as ShownCertificate[] }
  }
  const now = new Date()
  const { ownCertificate, certificates, privateKey } = config
  return {
    problem,
    known: {
      environment: config.environment,
      exchange_id: config.exchangeId,
      seller_bank_code: config.sellerBankCode,
      url: config.url,
    },
    sandbox: config.sandbox ?? false,
    fault: certificateFault(config, now),
    ending: endings(config, now),
    key_fingerprint: keyFingerprint(privateKey),
    own: (ownCertificate && shownCertificates([ownCertificate], now, null)[0]) || null,
    certificates: shownCertificates(certificates, now, heard),
  }
}
