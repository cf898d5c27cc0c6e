import { isGeneralTin, isTin } from '#app/domain/core/contact/tin.ts'
import { isMsic, noMsic } from '../codes/msic.ts'
import { isState } from '../codes/states.ts'
import type { Obligation } from '../obligation/obligation.ts'
import type { CertificateFacts, Owner } from '../signature/certificate.ts'
import { certificateProblem } from './certificate-problem.ts'
import type { Setting } from './find-setting.ts'

/** Where something is put right. */
export type ReadinessPage =
  | 'obligation'
  | 'company'
  | 'connection'
  | 'certificate'
  | 'fee_category'
  | 'parent'

/** What is checked, in the order in which it is set up, and where it is put right; the sentence of a lack is `einvoice_setting.lacks.<check>`. */
export const readinessChecks = {
  obligation: 'obligation',
  name: 'company',
  tin: 'company',
  id_value: 'company',
  msic: 'company',
  activity: 'company',
  address: 'company',
  phone: 'company',
  sst_number: 'company',
  credentials: 'connection',
  tested: 'connection',
  secrets_end: 'connection',
  certificate: 'certificate',
  classification: 'fee_category',
  buyers: 'parent',
} as const satisfies Record<string, ReadinessPage>
export type ReadinessCheck = keyof typeof readinessChecks

export interface ReadinessFacts {
  setting: Setting | undefined
  obligation: Obligation | undefined
  certificate: CertificateFacts | undefined
  /** Whose certificate is taken: the organisation's, and its intermediary's. */
  owners: readonly Owner[]
  /** Something is billed with service tax. */
  taxed: boolean
  /** Fee categories whose classification the portal does not know. */
  unclassified: number
  /** Parents without what the portal wants of a buyer. */
  incompleteParents: number
}

export interface Lack {
  check: ReadinessCheck
  page: ReadinessPage
  /** How many of them, of what is counted. */
  count?: number | undefined
}

export interface Readiness {
  /** 100 only when nothing is lacking. */
  percent: number
  lacks: Lack[]
}

/** How far an organisation is from a submission that the portal takes. Pure. */
export function readinessOf(facts: ReadinessFacts, today: string, now: Date): Readiness {
  const checks = Object.keys(readinessChecks) as ReadinessCheck[]
  const lacks = checks.flatMap((check): Lack[] => {
    const lacking = judges[check](facts, today, now)
    if (lacking === false || lacking === 0) return []
    return [{ check, page: readinessChecks[check], ...(lacking === true ? {} : { count: lacking }) }]
  })
  return { percent: Math.floor((100 * (checks.length - lacks.length)) / checks.length), lacks }
}

/** Whether it lacks, or how often. */
type Judge = (facts: ReadinessFacts, today: string, now: Date) => boolean | number

const judges: Record<ReadinessCheck, Judge> = {
  obligation: ({ obligation }) => obligation === undefined || obligation.stale,
  name: ({ setting }) => !setting?.name,
  tin: ({ setting }) => !setting?.tin || !isTin(setting.tin) || isGeneralTin(setting.tin),
  id_value: ({ setting }) => !setting?.has.idValue,
  msic: ({ setting }) => !setting?.msic || setting.msic === noMsic || !isMsic(setting.msic),
  activity: ({ setting }) => !setting?.activity,
  address: ({ setting }) =>
    !setting?.address_line1 || !setting.city || !setting.postcode || !isState(setting.state_code ?? ''),
  phone: ({ setting }) => !setting?.phone,
  sst_number: ({ setting, taxed }) => taxed && !setting?.sst_number,
  credentials: ({ setting }) => !setting?.client_id || !setting.has.secret,
  tested: ({ setting }) => setting?.status !== 'validated',
  // Without secrets nothing ends.
  secrets_end: ({ setting }, today) =>
    setting?.has.secret === true && (!setting.secrets_end_on || setting.secrets_end_on < today),
  certificate: ({ setting, certificate, owners }, _today, now) =>
    setting?.document_version === '1.1' &&
    (certificate === undefined || certificateProblem(certificate, owners, now) !== undefined),
  classification: ({ unclassified }) => unclassified,
  buyers: ({ incompleteParents }) => incompleteParents,
}
