import { type Kysely, sql } from 'kysely'
import { roles } from '#app/domain/core/access/access.ts'
import type { OperatorRole } from '#app/domain/core/access/operator-access.ts'
import { todayIn } from '#app/domain/core/dates.ts'
import { keyringOf } from '#app/domain/core/secrets.ts'
import { hashPassword } from '#app/domain/identity/passwords/passwords.ts'
import { type Environment, environment } from '#app/environment.ts'
import { productWordsOf } from '#app/i18n/i18n.ts'
import type { DemoAccount } from '#app/start/welcome.ts'
import { newId } from '#db/id.ts'
import { asOwner } from '#db/owner.ts'
import type { DB } from '#db/types.ts'
import { addOrganisation } from './organisation.ts'
import { cahayaPlan } from './plan/cahaya-plan.ts'
import { demoPlan } from './plan/demo-plan.ts'
import { addAnnouncements } from './platform/announcements.ts'
import { addMessageCredits } from './platform/credits.ts'
import { addPlatformInvoices } from './platform/own-invoices.ts'
import { addRegistrations } from './platform/registrations.ts'
import { addSales } from './platform/sales.ts'

/** The people who run the platform: one for each role. */
const operators = [
  { email: 'operator@lunas.test', name: 'Farah Nabila', role: 'owner' },
  { email: 'finance@lunas.test', name: 'Tan Wei Ming', role: 'finance' },
  { email: 'support@lunas.test', name: 'Kavitha Raman', role: 'support' },
  { email: 'auditor@lunas.test', name: 'Ahmad Zulkifli', role: 'auditor' },
] satisfies { email: string; name: string; role: OperatorRole }[]
const password = 'lunas-demo-2026'
const plans = [demoPlan, cahayaPlan]

/** Two starts at once must not both find the database empty. */
const lock = 0x1a5eed

export interface SeedOptions {
  ownerUrl: string
  appUrl: string
  /** Demo data is refused in production; by default the environment's mode, and its key to seal with. */
  mode?: Environment['mode']
  appKey?: Buffer
  /** Everything lies before it. */
  now?: Date
  /** Told what is being made, such as "Sekolah Cahaya Murni, 2 of 2". */
  onProgress?: (detail: string) => void
}

/** The demo was asked for where real money may be. */
class SeedRefused extends Error {
  override name = 'SeedRefused'
}

/**
 * Fills an empty, migrated database with operators and two invented organisations with fourteen months of history,
 * all or nothing. Tells whether it did: one that has an organisation already is left alone.
 * Refuses (SeedRefused) in production.
 */
export async function seedDemo(options: SeedOptions): Promise<boolean> {
  const { ownerUrl, appUrl, mode = environment.mode, appKey = environment.appKey, now = new Date() } = options
  if (mode === 'production')
    throw new SeedRefused('Demo data is never put into a production database: APP_ENV is production.')
  const password_hash = await hashPassword(password)
  const setting = {
    appUser: decodeURIComponent(new URL(appUrl).username),
    ring: keyringOf(appKey),
    password_hash,
    today: todayIn(now),
    now,
    wordsOf: productWordsOf,
  }
  return asOwner(ownerUrl, (owner) =>
    owner.transaction().execute(async (trx) => {
      await sql`select pg_advisory_xact_lock(${lock})`.execute(trx)
      if (await hasEntity(trx)) return false
      await trx
        .insertInto('platform.operator')
        .values(operators.map((operator) => ({ id: newId(), ...operator, password_hash })))
        .execute()
      for (const [done, plan] of plans.entries()) {
        options.onProgress?.(`${plan.entity.name}, ${done + 1} of ${plans.length}`)
        await addOrganisation(trx, plan, setting)
      }
      await addSales(trx, setting.today)
      await addPlatformInvoices(trx, setting)
      await addMessageCredits(trx, setting)
      await addAnnouncements(trx, setting)
      await addRegistrations(trx, setting)
      return true
    }),
  )
}

async function hasEntity(db: Kysely<DB>): Promise<boolean> {
  return (await db.selectFrom('platform.entity').select('id').executeTakeFirst()) !== undefined
}

/** Who can sign in to the demo, for the lines that the start prints. */
export function demoAccounts(): DemoAccount[] {
  return [
    ...operators.map(({ email }) => ({ who: 'Operator', email, password })),
    ...plans.flatMap(({ entity: { subdomain, name } }) =>
      roles.map((role) => ({
        who: name,
        subdomain,
        email: `${role}@${subdomain}.test`,
        password,
      })),
    ),
  ]
}
