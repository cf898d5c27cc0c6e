import { sql } from 'kysely'
import type { Actor } from '#app/domain/core/actor.ts'
import { record } from '#app/domain/core/audit.ts'
import { normalizeTin } from '#app/domain/core/contact/tin.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { enqueue } from '#app/outbox/enqueue.ts'
import type { PortalTools } from '../submissions/portal-tools.ts'
import { resumeSubmissions } from '../submissions/queue.ts'
import { type Connection, type LoginFault, testConnection } from '../submissions/test-connection.ts'
import { findSealedSetting, type SealedSetting } from './find-setting.ts'
import { portalCredentials } from './secrets.ts'

/** As `fault` of the setting holds it: what a test finds, beside what the queue does. */
export type TestFault = LoginFault | 'tin_mismatch'

export type Tried =
  /** Changed by somebody else meanwhile: nothing was noted. */
  | { kind: 'changed' }
  /** Too many logins with this client id; nothing was asked. */
  | { kind: 'wait'; seconds: number }
  | { kind: 'tried'; fault: TestFault | null }

/**
 * Tests whether the portal lets us in, and as the taxpayer that the organisation is: then documents may be sent. A portal that is
 * away stops nothing that worked before. Refuses (einvoice_setting.incomplete) while the company or the credentials are missing.
 */
export async function trySetting(tools: PortalTools, actor: Actor): Promise<Tried> {
  const before = await tools.write(async (trx) => {
    const row = await findSealedSetting(trx)
    return row && { row, credentials: portalCredentials(tools.keys, row) }
  })
  if (!before?.credentials || !before.row.tin) throw new Refusal('einvoice_setting.incomplete')
  const { row, credentials } = before
  await tools.releaseConnection?.()
  const answer = await testConnection(tools, row.environment, credentials)
  if (answer.kind === 'wait') return answer
  const found = faultOf(answer, row)
  const stays = found.fault === 'away' && row.status === 'validated'
  const status = found.fault && !stays ? 'failed' : 'validated'
  const noted = await tools.write(async (trx) => {
    const saved = await trx
      .updateTable('einvoice_setting')
      .set({
        ...{ status, fault: found.fault, fault_detail: found.detail },
        ...{ refused_logins: 0, tested_at: sql<Date>`now()` },
      })
      .where('id', '=', row.id)
      .where('version', '=', row.version)
      .returning('id')
      .executeTakeFirst()
    if (!saved) return false
    if (status === 'validated') {
      await resumeSubmissions(trx)
      await enqueue(trx, 'einvoice.check_tins', {})
    }
    const mismatch = found.fault === 'tin_mismatch' && { taxpayer: found.detail }
    await record(
      trx,
      actor,
      'einvoice_setting.tested',
      { type: 'einvoice_setting', id: row.id },
      { after: { environment: row.environment, status, fault: found.fault, ...mismatch } },
    )
    return true
  })
  return noted ? { kind: 'tried', fault: found.fault } : { kind: 'changed' }
}

function faultOf(
  answer: Exclude<Connection, { kind: 'wait' }>,
  { tin, mode, intermediary_tin }: SealedSetting,
): { fault: TestFault | null; detail: string | null } {
  if (answer.kind === 'fault') return { fault: answer.fault, detail: answer.detail }
  const theirs = answer.tin && normalizeTin(answer.tin)
  // A token of an intermediary may name the intermediary: whom it may act for the portal has decided by giving one.
  const ours = [tin, mode === 'intermediary' ? intermediary_tin : null]
  if (!theirs || ours.includes(theirs)) return { fault: null, detail: null }
  return { fault: 'tin_mismatch', detail: theirs }
}
