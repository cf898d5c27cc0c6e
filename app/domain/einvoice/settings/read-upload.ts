import { todayIn } from '#app/domain/core/dates.ts'
import { Refusal, type RefusalCode } from '#app/domain/core/refusal.ts'
import { openPkcs12, type Pkcs12Fault, Pkcs12Unusable } from '#app/integrations/certificates/pkcs12.ts'
import { type CertificateFacts, type Owner, readCertificate } from '../signature/certificate.ts'
import { certificateProblem, problemRefusal } from './certificate-problem.ts'

export interface Upload {
  certificate: Buffer
  /** PKCS#8 in DER. */
  key: Buffer
  ends_at: Date
  serial: string
}

const fileRefusal: Record<Pkcs12Fault, RefusalCode> = {
  password: 'einvoice_setting.certificate_password',
  not_a_file: 'einvoice_setting.certificate_not_a_file',
  incomplete: 'einvoice_setting.certificate_incomplete',
}

/**
 * The certificate and key of an uploaded PKCS#12 file. Refuses, each in a sentence of its own, a wrong password, what is no
 * such file, one without certificate or key, and a certificate of another taxpayer, of a person or for another use, or that is
 * not valid; (einvoice_setting.company_missing) while nobody said who the organisation is.
 */
export async function readUpload(
  file: Buffer,
  password: string,
  owners: readonly Owner[],
  now: Date,
): Promise<Upload> {
  if (owners.length === 0) throw new Refusal('einvoice_setting.company_missing')
  const { certificate, key } = await openPkcs12(file, password).catch((error: Error) => {
    if (!(error instanceof Pkcs12Unusable)) throw error
    throw new Refusal(fileRefusal[error.fault], error.fault === 'password' ? 'password' : 'file')
  })
  const facts = readCertificate(certificate)
  const problem = certificateProblem(facts, owners, now)
  if (problem) throw new Refusal(problemRefusal[problem], 'file', valuesOf(facts))
  return { certificate, key, ends_at: facts.to, serial: facts.serial }
}

/** Whose it is and when it holds, for the sentences that say so. */
const valuesOf = ({ tin, registrationNo, from, to }: CertificateFacts) => ({
  ...{ tin: tin ?? '–', number: registrationNo ?? '–' },
  ...{ from: todayIn(from), to: todayIn(to) },
})
