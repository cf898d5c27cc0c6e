import type { Kysely, Transaction } from 'kysely'
import type { Actor } from '#app/domain/core/actor.ts'
import { record } from '#app/domain/core/audit.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { settings } from '#app/domain/core/settings/settings.ts'
import { writeSetting } from '#app/domain/core/settings/write-setting.ts'
import type { DuitNowQr } from '#app/integrations/duitnow/read-duitnow.ts'
import type { DB } from '#db/types.ts'

/** What of the organisation's own QR a person can compare with the bank's paper. */
const compared = ({ name, city, acquirer, account }: DuitNowQr) => ({ name, city, acquirer, account })

/** The organisation's own QR, the one that waits to be confirmed, and the version of both; 0 when there never was one. */
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

/** Keeps a QR that was read until somebody has compared the name; families are shown nothing of it. */
export async function proposeDuitNow(trx: Transaction<DB>, actor: Actor, qr: DuitNowQr, version: number) {
  const { live } = await duitNowSetting(trx)
  await writeSetting(trx, actor, 'duitnow', { live, waiting: qr }, version)
  await record(trx, actor, 'payment_option.duitnow_uploaded', about, { after: compared(qr) })
}

/** From now on families are shown the one that waits. Refuses not_found.duitnow, and another version. Returns it. */
export async function confirmDuitNow(
  trx: Transaction<DB>,
  actor: Actor,
  version: number,
): Promise<DuitNowQr> {
  const { live, waiting } = await duitNowSetting(trx)
  if (!waiting) throw new Refusal('not_found.duitnow')
  await writeSetting(trx, actor, 'duitnow', { live: waiting, waiting: null }, version)
  const change = { ...(live ? { before: compared(live) } : {}), after: compared(waiting) }
  await record(trx, actor, 'payment_option.duitnow_confirmed', about, change)
  return waiting
}

/** Throws the one away that waits, else the one that families are shown. Refuses not_found.duitnow, and another version. */
export async function removeDuitNow(trx: Transaction<DB>, actor: Actor, version: number): Promise<void> {
  const { live, waiting } = await duitNowSetting(trx)
  const gone = waiting ?? live
  if (!gone) throw new Refusal('not_found.duitnow')
  await writeSetting(trx, actor, 'duitnow', { live: waiting ? live : null, waiting: null }, version)
  await record(trx, actor, 'payment_option.duitnow_removed', about, { before: compared(gone) })
}

const about = { type: 'setting', id: 'duitnow' }
