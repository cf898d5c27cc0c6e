import { type Kysely, sql } from 'kysely'
import { openMonths } from '#app/domain/accounting/months/find-months.ts'
import { addDays, addMonths, startOfMonth } from '#app/domain/core/dates.ts'
import { findObligation } from '#app/domain/einvoice/obligation/save-obligation.ts'
import { ruleOn } from '#app/domain/einvoice/rules/rules.ts'
import { findEndings } from '#app/domain/einvoice/settings/endings.ts'
import type { DB } from '#db/types.ts'

/** What has a last day. */
export const deadlineKinds = ['month', 'einvoice', 'secrets', 'certificate', 'subscription'] as const

export interface Deadline {
  kind: (typeof deadlineKinds)[number]
  /** The last day; of a month to close, the last day of that month. */
  on: string
  /** First day of the month that it is about. */
  month: string | null
}

interface Asked {
  today: string
  entity_id: string
  /** What the reader may see, and the package has. */
  sees: { months: boolean; subscription: boolean; einvoice: boolean }
}

/** Days ahead within which the end of a subscription is a deadline. */
const subscriptionDays = 60

/**
 * What is due by a day, the earliest first: the earliest month that is still open, last month's consolidated e-invoice while its
 * seven days run, secrets and a certificate that end, and the subscription.
 */
export async function deadlines(db: Kysely<DB>, { today, entity_id, sees }: Asked): Promise<Deadline[]> {
  const [month, owes, endings, subscription] = await Promise.all([
    sees.months ? earliestOpenMonth(db, today) : undefined,
    sees.einvoice ? findObligation(db, today) : undefined,
    sees.einvoice ? findEndings(db, today) : [],
    sees.subscription ? subscriptionOf(db, entity_id) : undefined,
  ])
  const found: Deadline[] = endings.map(({ what, on }) => ({ kind: what, on, month: null }))
  if (month) found.push({ kind: 'month', on: addDays(addMonths(month, 1), -1), month })
  const begun = startOfMonth(today)
  const consolidated = addDays(begun, (ruleOn('consolidation_due_days', today)?.value ?? 0) - 1)
  if (owes && ['relaxed', 'in_force'].includes(owes.state) && today <= consolidated)
    found.push({ kind: 'einvoice', on: consolidated, month: addMonths(begun, -1) })
  if (subscription && subscription.expires_on <= addDays(today, subscriptionDays))
    found.push({ kind: 'subscription', on: subscription.expires_on, month: null })
  return found.toSorted((a, b) => a.on.localeCompare(b.on))
}

/** The end of the subscription, and the credits for messages that are left. */
export function subscriptionOf(db: Kysely<DB>, entity_id: string) {
  return db
    .selectFrom('platform.subscription')
    .select(['expires_on', 'credit'])
    .where('entity_id', '=', entity_id)
    .executeTakeFirst()
}

async function earliestOpenMonth(db: Kysely<DB>, today: string): Promise<string | undefined> {
  const row = await openMonths(db, today)
    .select(sql<string>`to_char(min(each.first), 'YYYY-MM-DD')`.as('month'))
    .executeTakeFirst()
  return row?.month ?? undefined
}
