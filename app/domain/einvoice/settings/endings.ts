import { type Kysely, sql, type Transaction } from 'kysely'
import { rolesWith } from '#app/domain/core/access/access.ts'
import { daysBetween, todayIn } from '#app/domain/core/dates.ts'
import { notifiableAccounts } from '#app/domain/identity/accounts/accounts.ts'
import { enqueue } from '#app/outbox/enqueue.ts'
import type { DB } from '#db/types.ts'
import type { SealedSetting } from './find-setting.ts'

/** What ends by itself and stops e-invoices when it does. */
export const endingThings = ['secrets', 'certificate'] as const
export type EndingThing = (typeof endingThings)[number]

export interface Ending {
  what: EndingThing
  /** Its last day. */
  on: string
  /** Until that day; negative after it. */
  days: number
}

type Ends = Pick<SealedSetting, 'secrets_end_on' | 'certificate_ends_at' | 'document_version'>

/** Days before the end at which managers are warned; 0: that it has ended. */
const warningDays = [60, 30, 7, 0] as const

/** The latest warning that is due with so many days left; none while there is time. */
export function warningAt(days: number): (typeof warningDays)[number] | null {
  if (days < 0) return 0
  return warningDays.findLast((step) => step > 0 && days <= step) ?? null
}

/** What ends within 60 days or has ended, what ends first before the rest. A certificate that signs nothing is no matter. */
export function endingsOf(setting: Ends, today: string): Ending[] {
  return allEnds(setting)
    .map(({ what, on }) => ({ what, on, days: daysBetween(today, on) }))
    .filter(({ days }) => warningAt(days) !== null)
    .toSorted((a, b) => a.days - b.days)
}

function allEnds({ secrets_end_on, certificate_ends_at, document_version }: Ends) {
  const certificate = document_version === '1.1' && certificate_ends_at
  return [
    ...(secrets_end_on ? [{ what: 'secrets' as const, on: secrets_end_on }] : []),
    ...(certificate ? [{ what: 'certificate' as const, on: todayIn(certificate) }] : []),
  ]
}

/** What the e-invoice pages warn of. */
export async function findEndings(db: Kysely<DB>, today: string): Promise<Ending[]> {
  const row = await ends(db).executeTakeFirst()
  return row ? endingsOf(row as Ends, today) : []
}

const ends = (db: Kysely<DB>) =>
  db.selectFrom('einvoice_setting').select(['secrets_end_on', 'certificate_ends_at', 'document_version'])

/**
 * Asks for mails to the managers about secrets and a certificate that end in 60, 30 or 7 days or have ended: each step once, and
 * of missed steps only the last.
 */
export async function warnOfEndings(trx: Transaction<DB>, today: string): Promise<number> {
  const row = await ends(trx)
    .select(['id', 'secrets_warned_days', 'certificate_warned_days'])
    .forUpdate()
    .executeTakeFirst()
  if (!row) return 0
  let warned = 0
  for (const { what, on, days } of endingsOf(row as Ends, today)) {
    const [step, last] = [warningAt(days)!, row[`${what}_warned_days`]]
    if (last !== null && step >= last) continue
    await trx
      .updateTable('einvoice_setting')
      .set({ [`${what}_warned_days`]: step })
      .where('id', '=', row.id)
      .execute()
    for (const { id: user_id } of await settingManagers(trx).execute())
      await enqueue(trx, 'einvoice_setting.ending', { user_id, what, on })
    warned++
  }
  return warned
}

const managerRoles = rolesWith('einvoice_setting.view')

/** Active accounts with an address whose roles may see the e-invoice settings. */
export const settingManagers = (db: Kysely<DB>) =>
  notifiableAccounts(db).where(sql<boolean>`roles && ${managerRoles}::text[]`)
