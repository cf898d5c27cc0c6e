import type { Kysely } from 'kysely'
import type { DB } from '#db/types.ts'
import { type Ending, endingsOf } from './endings.ts'
import { findSetting, type Setting } from './find-setting.ts'
import { type ConnectionFault, connectionFaults } from './try-setting.ts'

/** What every page about e-invoices warns of. */
export interface SettingWarnings {
  /** Why nothing is sent. */
  fault: ConnectionFault | null
  /** Of credentials that belong to another taxpayer: the numbers of both. */
  tins: { ours: string; theirs: string } | null
  endings: Ending[]
}

export function warningsOf(setting: Setting | undefined, today: string): SettingWarnings {
  if (!setting) return { fault: null, tins: null, endings: [] }
  const { status, fault, fault_detail, tin } = setting
  const known = connectionFaults.find((one) => one === fault)
  const stopped = status === 'failed' ? (known ?? 'wrong_secret') : null
  return {
    fault: stopped,
    tins: stopped === 'tin_mismatch' ? { ours: tin ?? '', theirs: fault_detail ?? '' } : null,
    endings: endingsOf(setting, today),
  }
}

/** For pages that need no more of the setting than this. */
export const findWarnings = async (db: Kysely<DB>, today: string): Promise<SettingWarnings> =>
  warningsOf(await findSetting(db), today)
