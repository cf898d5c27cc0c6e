import type { RefusalCode } from '#app/domain/core/refusal.ts'
import { type CertificateFacts, certificateFaults, type Owner } from '../signature/certificate.ts'

/** Keys above this many bits sign slowly, and are taken. */
const swiftBits = 3_072

/**
 * What is wrong with a certificate, one reason for each thing that a person does about it:
 * - owner: it was issued to another taxpayer
 * - usage: it is a person's, is not for signing documents, or its key is none that the portal takes
 * - dates: it has ended, or has not begun
 */
export const certificateProblems = ['owner', 'usage', 'dates'] as const
export type CertificateProblem = (typeof certificateProblems)[number]

/** Of a certificate that belongs to any of the owners; undefined when the portal would take what is signed with it. */
export function certificateProblem(
  facts: CertificateFacts,
  owners: readonly Owner[],
  at: Date,
): CertificateProblem | undefined {
  const faults = owners.map((owner) => certificateFaults(facts, owner, at))
  const ofAll = (...codes: readonly string[]) =>
    faults.every((found) => found.some((code) => codes.includes(code)))
  if (ofAll('certificate.personal', 'certificate.usage', 'certificate.algorithm')) return 'usage'
  if (facts.bits !== undefined && facts.bits < 2_048) return 'usage'
  if (ofAll('certificate.tin', 'certificate.registration_no')) return 'owner'
  return ofAll('certificate.expired', 'certificate.not_yet_valid') ? 'dates' : undefined
}

export const isSlow = ({ bits }: Pick<CertificateFacts, 'bits'>): boolean =>
  bits !== undefined && bits > swiftBits

/** The sentence of each problem. */
export const problemRefusal: Record<CertificateProblem, RefusalCode> = {
  owner: 'einvoice_setting.certificate_owner',
  usage: 'einvoice_setting.certificate_usage',
  dates: 'einvoice_setting.certificate_dates',
}
