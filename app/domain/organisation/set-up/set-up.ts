import { type Kysely, sql } from 'kysely'
import { duitNowSetting } from '#app/domain/billing/duitnow/duitnow.ts'
import { settings } from '#app/domain/core/settings/settings.ts'
import { standingOf } from '#app/domain/organisation/bank-changes/bank-change.ts'
import { ownBankChanges } from '#app/domain/organisation/bank-changes/find-bank-changes.ts'
import { mailServer } from '#app/domain/organisation/entities/find-entity.ts'
import type { OwnDomainStatus } from '#app/domain/organisation/own-domain/own-domain.ts'
import { chipAccount } from '#app/domain/payments/chip/account.ts'
import type { DB } from '#db/types.ts'
import { onlinePayment } from './online-payment.ts'

/**
 * Of what an organisation sets up: it works, something stopped it, a step is still to be done, the operator does the next
 * step, nothing is there though it should be, the default applies, or it is left out by choice.
 */
export type SetUpState = 'done' | 'failed' | 'partly' | 'waiting' | 'missing' | 'usual' | 'off'

/** Order: what broke, then what was started, then what is missing; each in the order of the page. */
export function nextToSetUp<S extends { state: SetUpState | undefined }>(
  sections: readonly S[],
): S | undefined {
  for (const state of ['failed', 'partly', 'missing'] as const) {
    const found = sections.find((section) => section.state === state)
    if (found) return found
  }
  return undefined
}

/** Settings that work by their defaults until somebody saves them. */
const withDefaults = ['invoice', 'counter', 'generation', 'application'] as const

/**
 * How far an organisation has set itself up, section by section, as the rows say it now. What may be left out is never
 * `missing`. A section that is not here has no state.
 */
export async function setUpStates(db: Kysely<DB>, id: string): Promise<Record<string, SetUpState>> {
  const [
    entity,
    changes,
    offered,
    options,
    feeTypes,
    online,
    saved,
    chip,
    duitnow,
    mail,
    reminder,
    einvoice,
  ] = await Promise.all([
    db
      .selectFrom('platform.entity')
      .select(['contact_phone', 'contact_email', 'logo_file', 'bank_status'])
      .select(sql<OwnDomainStatus>`custom_domain_status`.as('domain'))
      .where('id', '=', id)
      .executeTakeFirstOrThrow(),
    ownBankChanges(db),
    isThere(db, 'program', sql`public_registration and status = 'active' and deleted_at is null`),
    isThere(db, 'payment_option', sql`status = 'active' and deleted_at is null`),
    isThere(db, 'fee_type', sql`status = 'active' and deleted_at is null`),
    onlinePayment(db),
    db.selectFrom('setting').select('key').where('key', 'in', withDefaults).execute(),
    chipAccount(db),
    duitNowSetting(db),
    mailServer(db, id),
    settings(db, 'reminder'),
    db.selectFrom('einvoice_setting').select('status').executeTakeFirst(),
  ])
  const { contact_phone, contact_email, logo_file } = entity
  const keys = new Set(saved.map(({ key }) => key))
  return {
    ...Object.fromEntries(withDefaults.map((key) => [key, keys.has(key) ? 'done' : 'usual'] as const)),
    contact: contact_phone === '' || contact_email === '' ? 'missing' : 'done',
    bank: bankStates[
      standingOf(
        entity.bank_status,
        changes.some(({ status }) => status === 'pending'),
      )
    ],
    brand: logo_file === null ? 'usual' : 'done',
    registration: offered ? 'done' : 'off',
    options: options ? 'done' : 'missing',
    fee_types: feeTypes ? 'done' : 'missing',
    payment: onlineStates[online.state],
    reminder: reminder.on ? 'done' : 'off',
    chip: chip ? (chip.fault ? 'failed' : chip.checked_at ? 'done' : 'partly') : 'off',
    duitnow: duitnow.waiting ? 'partly' : duitnow.live ? 'done' : 'off',
    mail: mailStates[mail.status],
    domain: domainStates[entity.domain],
    einvoice: einvoice ? einvoiceStates[einvoice.status as keyof typeof einvoiceStates] : 'off',
  }
}

/** `done` only while a payer can pay; what the package lacks is no gap in the settings. */
const onlineStates = {
  on: 'done',
  off: 'missing',
  seller: 'waiting',
  chip: 'missing',
  package: 'off',
} as const

const bankStates = {
  verified: 'done',
  pending: 'waiting',
  rejected: 'failed',
  unverified: 'missing',
} as const

const mailStates = {
  not_setup: 'off',
  entered: 'partly',
  tested: 'partly',
  verified: 'done',
  failed: 'failed',
} as const

const domainStates = { not_set: 'off', pending: 'partly', verified: 'done', failed: 'failed' } as const

/** What is saved works once the connection to the tax portal was tested; who need not report leaves it out. */
const einvoiceStates = { pending: 'partly', validated: 'done', failed: 'failed' } as const

async function isThere(
  db: Kysely<DB>,
  table: 'program' | 'payment_option' | 'fee_type',
  where: ReturnType<typeof sql>,
): Promise<boolean> {
  const row = await db
    .selectFrom(table)
    .select('id')
    .where(sql<boolean>`${where}`)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
