import type { Kysely, Transaction } from 'kysely'
import { z } from 'zod'
import type { Actor } from '#app/domain/core/actor.ts'
import { record } from '#app/domain/core/audit.ts'
import { chosenFile, settingVersion } from '#app/domain/core/fields.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { settings, writeSetting } from '#app/domain/core/settings/settings.ts'
import type { DuitNowQr } from '#app/integrations/duitnow/read-duitnow.ts'
import type { DB } from '#db/types.ts'

/** The fields of the organisation's QR that a person can compare with the bank's letter. */
const comparedFields = ({ name, city, acquirer, account }: DuitNowQr) => ({ name, city, acquirer, account })

/** The live QR, the one waiting for confirmation, and the version of both; 0 when there never was one. */
export async function duitNowSetting(db: Kysely<DB>) {
  const [value, row] = await Promise.all([
    settings(db, 'duitnow'),
    db.selectFrom('setting').select('version').where('key', '=', 'duitnow').executeTakeFirst(),
  ])
  return { ...value, version: row?.version ?? 0 }
}

/** The QR that families are shown; null for none. */
export async function liveDuitNow(db: Kysely<DB>): Promise<DuitNowQr | null> {
  return (await settings(db, 'duitnow')).live
}

/** Stores an uploaded QR until somebody has compared the name; families do not see it yet. */
export async function proposeDuitNow(trx: Transaction<DB>, actor: Actor, qr: DuitNowQr, version: number) {
  const { live } = await duitNowSetting(trx)
  await writeSetting(trx, actor, 'duitnow', { live, waiting: qr }, version)
  await record(trx, actor, 'payment_option.duitnow_uploaded', about, { after: comparedFields(qr) })
}

/** Shows families the QR that was waiting. Refuses not_found.duitnow and version_conflict. Returns it. */
export async function confirmDuitNow(
  trx: Transaction<DB>,
  actor: Actor,
  version: number,
): Promise<DuitNowQr> {
  const { live, waiting } = await duitNowSetting(trx)
  if (!waiting) throw new Refusal('not_found.duitnow')
  await writeSetting(trx, actor, 'duitnow', { live: waiting, waiting: null }, version)
  const change = { ...(live ? { before: comparedFields(live) } : {}), after: comparedFields(waiting) }
  await record(trx, actor, 'payment_option.duitnow_confirmed', about, change)
  return waiting
}

/** Removes the QR that is waiting, else the live one. Refuses not_found.duitnow and version_conflict. */
export async function removeDuitNow(trx: Transaction<DB>, actor: Actor, version: number): Promise<void> {
  const { live, waiting } = await duitNowSetting(trx)
  const gone = waiting ?? live
  if (!gone) throw new Refusal('not_found.duitnow')
  await writeSetting(trx, actor, 'duitnow', { live: waiting ? live : null, waiting: null }, version)
  await record(trx, actor, 'payment_option.duitnow_removed', about, { before: comparedFields(gone) })
}

const about = { type: 'setting', id: 'duitnow' }

/** A picture of the QR that a bank has issued. */
export const duitNowForm = z.object({
  picture: chosenFile,
  version: settingVersion,
})
export type DuitNowInput = z.output<typeof duitNowForm>
