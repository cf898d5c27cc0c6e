import type { Kysely } from 'kysely'
import type { DB } from '#db/types.ts'
import { type Ending, endingsOf } from './endings.ts'
import { findSetting, type Setting } from './find-setting.ts'

/**
 * Why nothing is sent, as people are told; the sentences are `einvoice_setting.faults.<fault>`.
 * - wrong_secret: the portal refuses client id and secret; secret_ended: and they have ended
 * - wrong_environment: they are those of its other system
 * - not_represented: it does not let the intermediary act for this taxpayer
 * - tin_mismatch: they belong to another taxpayer
 * - away: it cannot be reached
 * - forbidden: it lets us in, and allows nothing
 * - clock: our clock and its clock differ
 * - certificate: it refuses what the certificate signs
 */
export const shownFaults = [
  'wrong_secret',
  'secret_ended',
  'wrong_environment',
  'not_represented',
  'tin_mismatch',
  'away',
  'forbidden',
  'clock',
  'certificate',
] as const
export type ShownFault = (typeof shownFaults)[number]

/** What every page about e-invoices warns of. */
export interface SettingWarnings {
  fault: ShownFault | null
  /** Nothing is sent before a person has changed something. */
  stopped: boolean
  /** Of credentials that belong to another taxpayer: the numbers of both. */
  tins: { ours: string; theirs: string } | null
  endings: Ending[]
}

export function warningsOf(setting: Setting | undefined, today: string): SettingWarnings {
  if (!setting) return { fault: null, stopped: false, tins: null, endings: [] }
  const { status, fault_detail, tin } = setting
  const fault = shownFault(setting, today)
  return {
    fault,
    stopped: status === 'failed',
    tins: fault === 'tin_mismatch' ? { ours: tin ?? '', theirs: fault_detail ?? '' } : null,
    endings: endingsOf(setting, today),
  }
}

/** For pages that need no more of the setting than this. */
export const findWarnings = async (db: Kysely<DB>, today: string): Promise<SettingWarnings> =>
  warningsOf(await findSetting(db), today)

/** What the setting holds as its fault, as people are told; a secret that has ended is refused like a wrong one. */
export function shownFault(
  { fault, secrets_end_on }: Pick<Setting, 'fault' | 'secrets_end_on'>,
  today: string,
): ShownFault | null {
  if (fault === null) return null
  if (fault === 'wrong_secret' && secrets_end_on !== null && secrets_end_on < today) return 'secret_ended'
  return shownFaults.find((one) => one === fault) ?? 'away'
}
