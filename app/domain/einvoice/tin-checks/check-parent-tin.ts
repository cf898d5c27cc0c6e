import type { AtVersion } from '#app/domain/catalogue/crud/crud.ts'
import type { Actor } from '#app/domain/core/actor.ts'
import { named, record } from '#app/domain/core/audit.ts'
import { changeAt } from '#app/domain/core/changed.ts'
import { normalizeTin } from '#app/domain/core/contact/tin.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { findSealedSetting, maySubmit } from '../settings/find-setting.ts'
import { portalCredentials } from '../settings/secrets.ts'
import { checkTin, findTin } from '../submissions/check-tin.ts'
import type { PortalTools } from '../submissions/portal-tools.ts'
import { keepTinAnswer, taxpayer, tinAnswer } from './tin-answers.ts'
import { identityOf, pairOf, type TinPair } from './tin-pair.ts'

/**
 * What came of asking:
 * - nothing: there is nothing to ask, or nobody to ask it of
 * - matches, mismatch: what the portal said, or had said within thirty days
 * - unanswered: the portal did not say; in `waitMs` it may. Nothing depends on it: e-invoices are issued all the same
 */
export type Checked =
  | { kind: 'nothing' | 'matches' | 'mismatch' }
  | { kind: 'unanswered'; waitMs: number | null }

/**
 * Asks the portal whether a parent's TIN and identity number belong together and keeps the answer. `again` asks although an
 * answer of the last thirty days is there. No transaction is open meanwhile.
 */
export async function checkParentTin(
  tools: PortalTools,
  parent_id: string,
  { again }: { again: boolean },
): Promise<Checked> {
  const { keys, write, releaseConnection } = tools
  const asked = await write(async (trx) => {
    const portal = await accessOf(tools, trx)
    const parent = portal && (await taxpayer(trx, parent_id))
    const pair = parent && pairOf(keys, parent)
    if (!portal || !pair) return undefined
    return { ...portal, pair, known: await tinAnswer(trx, keys, portal.environment, pair) }
  })
  if (!asked) return { kind: 'nothing' }
  const { environment, credentials, pair, known } = asked
  if (known?.fresh && !again) return { kind: known.matches ? 'matches' : 'mismatch' }
  await releaseConnection?.()
  const answer = await checkTin(tools, environment, credentials, pair.tin, pair.identity)
  if (answer.kind === 'denied') return { kind: 'unanswered', waitMs: null }
  if (answer.kind === 'unknown') return { kind: 'unanswered', waitMs: answer.waitMs }
  const matches = answer.kind === 'match'
  await write((trx) => keepTinAnswer(trx, keys, environment, pair, matches))
  return { kind: matches ? 'matches' : 'mismatch' }
}

/** The portal as this organisation may ask it; undefined before the connection was tested. */
async function accessOf({ keys }: PortalTools, trx: Parameters<Parameters<PortalTools['write']>[0]>[0]) {
  const setting = await findSealedSetting(trx)
  const credentials = setting && maySubmit(setting) && portalCredentials(keys, setting)
  return credentials ? { environment: setting.environment, credentials } : undefined
}

/** - found: it is now the parent's; none: the portal knows none for this number; ambiguous: it knows several. */
export type Found = { kind: 'found'; tin: string } | { kind: 'none' | 'ambiguous' }

/**
 * Asks the portal for the TIN of a parent who has none, by the identity number, and enters it: only where there is exactly one.
 * Of several none is taken, since only the parent knows which one to use. Refuses action_not_allowed where there is nothing to
 * look up, version_conflict, and (einvoice.tin_failed) a portal that does not answer.
 */
export async function findParentTin(
  tools: PortalTools,
  actor: Actor,
  { id, version }: AtVersion,
): Promise<Found> {
  const { keys, write, releaseConnection } = tools
  const asked = await write(async (trx) => {
    const portal = await accessOf(tools, trx)
    const parent = portal && (await taxpayer(trx, id))
    const identity = parent && !parent.tin && identityOf(keys, parent)
    return portal && identity ? { ...portal, identity } : undefined
  })
  if (!asked) throw new Refusal('action_not_allowed')
  const { environment, credentials, identity } = asked
  await releaseConnection?.()
  // a person may have the TIN of a business, too; theirs is what an invoice to a family names
  const answer = await findTin(tools, environment, credentials, { identity, fileType: '1' })
  if (answer.kind === 'none' || answer.kind === 'ambiguous') return { kind: answer.kind }
  if (answer.kind !== 'found') throw new Refusal('einvoice.tin_failed')
  const pair: TinPair = { tin: normalizeTin(answer.tin), identity }
  await write(async (trx) => {
    await changeAt(trx, actor, 'parent', { id, version }, { tin: pair.tin })
    await keepTinAnswer(trx, keys, environment, pair, true)
    const { name } = await trx
      .selectFrom('parent')
      .select('name')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const change = named(name, { before: { tin: null }, after: { tin: pair.tin } })
    await record(trx, actor, 'parent.edited', { type: 'parent', id }, change)
  })
  return { kind: 'found', tin: pair.tin }
}
