import { sql } from 'kysely'
import type { Actor } from '#app/domain/core/actor.ts'
import { record } from '#app/domain/core/audit.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { Keys } from '#app/domain/core/secrets.ts'
import type { Transactions } from '#app/domain/core/transactions.ts'
import { normalizeTin } from '../document/tin.ts'
import type { PortalEnvironment } from '../words.ts'
import { findSealedSetting } from './find-setting.ts'
import { type PortalCredentials, portalCredentials } from './secrets.ts'

/**
 * Why the connection does not work; the sentences are `einvoice_setting.faults.<fault>`.
 * - wrong_secret: the portal refuses client id and secret
 * - secret_ended: the same, after the day on which they end
 * - wrong_environment: it refuses them as those of its other system
 * - not_represented: it does not let the intermediary act for this taxpayer
 * - tin_mismatch: they belong to another taxpayer, which `fault_detail` names
 * - away: it gives no answer that can be used
 */
export const connectionFaults = [
  'wrong_secret',
  'secret_ended',
  'wrong_environment',
  'not_represented',
  'tin_mismatch',
  'away',
] as const
export type ConnectionFault = (typeof connectionFaults)[number]

/** What a login at the portal showed. */
export type LoginAnswer =
  | { kind: 'ok'; tin: string | null }
  | { kind: 'fault'; fault: 'wrong_secret' | 'wrong_environment' | 'not_represented' | 'away'; detail: string | null }

/** Logs in at the portal, and does no more. */
export type TryLogin = (environment: PortalEnvironment, credentials: PortalCredentials) => Promise<LoginAnswer>

export interface Tried {
  fault: ConnectionFault | null
  /** Of a mismatch, both numbers. */
  tins: { ours: string; theirs: string } | null
}

/**
 * Tests whether the portal lets us in, and as the taxpayer that the organisation is: then documents may be sent. Undefined if
 * the setting was changed meanwhile. Refuses (einvoice_setting.incomplete) while the company or the credentials are missing.
 */
export async function trySetting(
  { write, releaseConnection, login }: Transactions & { login: TryLogin },
  actor: Actor,
  keys: Keys,
  today: string,
): Promise<Tried | undefined> {
  const before = await write(async (trx) => {
    const row = await findSealedSetting(trx)
    return row && { row, credentials: portalCredentials(keys, row) }
  })
  if (!before?.credentials || !before.row.tin) throw new Refusal('einvoice_setting.incomplete')
  const { row, credentials } = before
  await releaseConnection()
  const answer = await login(row.environment, credentials)
  const theirs = answer.kind === 'ok' && answer.tin ? normalizeTin(answer.tin) : null
  // An intermediary's own token names the intermediary; whom it may act for the portal has decided by giving one.
  const ours = [row.tin, row.mode === 'intermediary' ? row.intermediary_tin : null].filter(Boolean)
  const other = theirs !== null && !ours.includes(theirs)
  const fault = faultOf(answer, other, row.secrets_end_on, today)
  const noted = await write(async (trx) => {
    const saved = await trx
      .updateTable('einvoice_setting')
      .set({
        ...{ status: fault ? 'failed' : 'validated', fault, fault_detail: other ? theirs : null },
        ...{ refused_logins: 0, tested_at: sql<Date>`now()` },
      })
      .where('id', '=', row.id)
      .where('version', '=', row.version)
      .returning('id')
      .executeTakeFirst()
    if (!saved) return false
    await record(
      trx,
      actor,
      'einvoice_setting.tested',
      { type: 'einvoice_setting', id: row.id },
      { after: { environment: row.environment, fault, ...(other && { taxpayer: theirs }) } },
    )
    return true
  })
  if (!noted) return undefined
  return { fault, tins: other ? { ours: row.tin!, theirs: theirs! } : null }
}

function faultOf(
  answer: LoginAnswer,
  other: boolean,
  endsOn: string | null,
  today: string,
): ConnectionFault | null {
  if (answer.kind === 'ok') return other ? 'tin_mismatch' : null
  if (answer.fault === 'wrong_secret' && endsOn !== null && endsOn < today) return 'secret_ended'
  return answer.fault
}
