import type { FpxConfig } from '../config.ts'
import { type Certificate, DAY, GRACE, isUsable, readable, readCertificate } from './certificate.ts'

export type CertificateFault = 'fpx_expired' | 'own_expired'

/**
 * Why nothing can be agreed with FPX at `at`, null when all is well: none of its certificates is good any more, so that
 * no answer could be believed, or ours has ended, so that FPX would not believe us.
 */
export function certificateFault(
  { certificates, ownCertificate }: Pick<FpxConfig, 'certificates' | 'ownCertificate'>,
  at: Date,
): CertificateFault | null {
  if (!certificates.flatMap(readable).some((certificate) => isUsable(certificate, at))) return 'fpx_expired'
  if (ownCertificate && readCertificate(ownCertificate).not_after < at) return 'own_expired'
  return null
}

/** `former`: still good, but one of a later end has been heard from. */
const states = ['in_use', 'next', 'former', 'expired'] as const
export type CertificateState = (typeof states)[number]

export interface ShownCertificate extends Omit<Certificate, 'publicKey'> {
  state: CertificateState
}

/**
 * Ours to look at, the one in use first, then what comes next and what is past. `heard` is the fingerprint of the one that verified the last
 * message; before there was any, the first that is good is in use.
 */
export function shownCertificates(
  pems: readonly string[],
  now: Date,
  heard: string | null,
): ShownCertificate[] {
  const all = pems.flatMap(readable).sort((one, other) => +one.not_after - +other.not_after)
  const good = all.filter((certificate) => isUsable(certificate, now))
  const used = good.find(({ fingerprint }) => fingerprint === heard) ?? good[0]
  const shown = all.map(({ publicKey: _, ...certificate }): ShownCertificate => {
    if (certificate.fingerprint === used?.fingerprint) return { ...certificate, state: 'in_use' }
    if (certificate.not_after.getTime() + GRACE < now.getTime()) return { ...certificate, state: 'expired' }
    return { ...certificate, state: used && certificate.not_after < used.not_after ? 'former' : 'next' }
  })
  return shown.sort((one, other) => states.indexOf(one.state) - states.indexOf(other.state))
}

/** Days before the end of a certificate at which operators are told, once each. */
export const warningDays = [60, 30, 7] as const

export interface Ending {
  whose: 'fpx' | 'own'
  fingerprint: string
  subject: string
  not_after: Date
  /** Whole days that are left, negative after the end. */
  days_left: number
  /** Of {@link warningDays}, the last that has come. */
  step: (typeof warningDays)[number]
}

/**
 * What ends within 60 days and has no successor beside it: of FPX's certificates the last of an unbroken line, since
 * those that change over to one that we have already need nobody; and ours.
 */
export function endings(
  { certificates, ownCertificate }: Pick<FpxConfig, 'certificates' | 'ownCertificate'>,
  now: Date,
): Ending[] {
  const own = ownCertificate ? readCertificate(ownCertificate) : undefined
  return [
    ...endingOf('fpx', lastInLine(certificates.flatMap(readable), now), now),
    ...endingOf('own', own, now),
  ]
}

function endingOf(whose: Ending['whose'], certificate: Certificate | undefined, now: Date): Ending[] {
  if (!certificate) return []
  const { fingerprint, subject, not_after } = certificate
  const days_left = Math.floor((not_after.getTime() - now.getTime()) / DAY)
  const step = warningDays.findLast((days) => days_left <= days)
  return step ? [{ whose, fingerprint, subject, not_after, days_left, step }] : []
}

/** The certificate that ends last of those that follow on one another from now; of none that is good, the latest. */
function lastInLine(certificates: readonly Certificate[], now: Date): Certificate | undefined {
  const inOrder = certificates.toSorted((one, other) => +one.not_after - +other.not_after)
  let last: Certificate | undefined
  for (const certificate of inOrder) {
    const from = Math.max(now.getTime(), last?.not_after.getTime() ?? 0)
    const follows = certificate.not_before.getTime() - GRACE <= from
    if (follows && certificate.not_after.getTime() + GRACE >= now.getTime()) last = certificate
  }
  return last ?? inOrder.at(-1)
}
