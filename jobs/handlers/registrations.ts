import { sql, type Transaction } from 'kysely'
import { type Actor, systemActor } from '#app/domain/core/actor.ts'
import { named, recordOperator } from '#app/domain/core/audit.ts'
import { touched } from '#app/domain/core/changed.ts'
import { databaseDay, databaseTime } from '#app/domain/core/clock.ts'
import { addDays, addMonths } from '#app/domain/core/dates.ts'
import { environmentKeyring, type Keyring, open, seal } from '#app/domain/core/secrets.ts'
import { invite } from '#app/domain/identity/passwords/invitation.ts'
import { changeCell } from '#app/domain/organisation/bank-changes/find-bank-changes.ts'
import { nametagOf } from '#app/domain/organisation/entities/entity-form.ts'
import { entityCell } from '#app/domain/organisation/entities/find-entity.ts'
import { entered } from '#app/domain/organisation/own-domain/change-own-domain.ts'
import { sealedKey } from '#app/domain/payments/chip/account.ts'
import { prepareTenant } from '#app/domain/platform/entities/prepare-tenant.ts'
import { includeCredits } from '#app/domain/platform/message-credits/move-credits.ts'
import { removeOldDrafts } from '#app/domain/platform/registrations/change-draft.ts'
import { endLapsed, failApproval } from '#app/domain/platform/registrations/change-registration.ts'
import { refuseLookAlike } from '#app/domain/platform/registrations/subdomain-free.ts'
import { earnInvoice } from '#app/domain/platform/revenue/change-revenue.ts'
import { appDatabaseUrl } from '#app/environment.ts'
import { productWordsOf } from '#app/i18n/i18n.ts'
import { knownLocale } from '#app/i18n/locales.ts'
import { newId } from '#db/id.ts'
import { asOwner } from '#db/owner.ts'
import { provisionIn } from '#db/provisioning/provision.ts'
import type { DB } from '#db/types.ts'
import type { Handler } from '#jobs/handler.ts'
import { failOnLastTry } from '#jobs/last-try.ts'

/** The organisation of an approved registration, whole or not at all; that it could not be made, the operator sees. */
export const provisionRegistration: Handler<'registration.provision'> = async (
  { registration_id },
  { job, withPlatform, environment },
) => {
  const make = async () => {
    const { databaseUrl } = environment
    if (!databaseUrl) throw Object.assign(new Error('this worker has no DATABASE_URL'), { permanent: true })
    const appUser = decodeURIComponent(new URL(appDatabaseUrl(environment)).username)
    const today = await withPlatform(databaseDay)
    const about = { appUser, ring: environmentKeyring(environment), today }
    await asOwner(databaseUrl, (owner) =>
      owner.transaction().execute((trx) => letIn(trx, about, registration_id)),
    )
  }
  await failOnLastTry(job, make, (refusal) =>
    withPlatform((trx) => failApproval(trx, registration_id, refusal ?? 'unexpected')),
  )
}

/**
 * Makes the organisation of a registration that an operator has approved: its place and defaults, its first superadmin, who
 * is invited, its subscription, and what it said of its bank, its mail server and its gateway. Inside one transaction of the
 * owner: all of it or nothing. Refuses an address that would be mixed up with another meanwhile. Does nothing where it is made already, or was rejected meanwhile. Returns its id.
 * @param today `YYYY-MM-DD`
 */
export async function letIn(
  trx: Transaction<DB>,
  { appUser, ring, today }: { appUser: string; ring: Keyring; today: string },
  registration_id: string,
): Promise<string | undefined> {
  const row = await trx
    .selectFrom('platform.entity_registration as registration')
    .innerJoin('platform.package', 'platform.package.id', 'registration.package_id')
    .leftJoin('platform.operator', 'platform.operator.id', 'registration.approved_by')
    .selectAll('registration')
    .select(['included_credit', 'trial_days', 'platform.operator.name as approver'])
    .where('registration.id', '=', registration_id)
    .where('registration.status', '=', 'pending')
    .where('approval_asked_at', 'is not', null)
    .forUpdate('registration')
    .executeTakeFirst()
  if (!row) return undefined
  const { approved_by, approver, subdomain, organisation_name: name, contact_name, contact_email } = row
  await refuseLookAlike(trx, subdomain)
  const actor: Actor = { ...systemActor, type: 'operator', id: approved_by, name: approver ?? '' }
  const opened = (column: string, sealed: string) =>
    open(ring, { place: 'platform', table: 'entity_registration', column, row: registration_id }, sealed)
  const id = newId()
  const sealedAnew = (column: 'account_number_sealed' | 'smtp_password_sealed') => {
    const sealed = row[column]
    return sealed === null ? null : seal(ring, entityCell(id, column), opened(column, sealed))
  }
  const default_locale = knownLocale(row.locale)
  const custom_domain = await freeDomain(trx, row.custom_domain)
  await provisionIn(
    trx,
    appUser,
    {
      ...{ id, name, subdomain, default_locale, nametag: nametagOf(name) },
      ...{ company_name: row.company_name, registration_number: row.registration_number },
      ...{ organisation_type: row.organisation_type, contact_name, contact_email },
      contact_phone: row.contact_phone,
      ...{ address_line1: row.address_line1, address_line2: row.address_line2 },
      ...{ address_line3: row.address_line3, city: row.city, state: row.state, postcode: row.postcode },
      ...{ bank_code: row.bank_code, bank_name: row.bank_name, account_name: row.account_name },
      ...{ account_number_sealed: sealedAnew('account_number_sealed'), bank_status: 'pending' },
      ...{ smtp_host: row.smtp_host, smtp_port: row.smtp_port, smtp_username: row.smtp_username },
      ...{ smtp_sender_name: row.smtp_sender_name, smtp_sender_email: row.smtp_sender_email },
      smtp_password_sealed: sealedAnew('smtp_password_sealed'),
      ...(row.smtp_host ? { smtp_status: 'entered' } : {}),
      ...(custom_domain ? { custom_domain, ...entered(await databaseTime(trx)) } : {}),
      fpx_seller_id: row.fpx_seller_id,
    },
    async (inside, { schema }) => {
      const superadmin = { name: contact_name, email: contact_email, password_hash: null }
      const { organisation_type, fpx_seller_id } = row
      const fpx = fpx_seller_id !== null
      const tenant = { id, name, subdomain, default_locale, organisation_type, fpx, superadmin }
      const { superadmin_id } = await prepareTenant(inside, productWordsOf, tenant)
      const keys = { ring, place: schema }
      const { gateway_brand_id: brand_id, gateway_secret_sealed: sealed } = row
      if (brand_id && sealed) {
        const account = newId()
        const key = sealedKey(keys, account, 'live', opened('gateway_secret_sealed', sealed))
        await inside
          .insertInto('chip_account')
          .values({ id: account, brand_id, mode: 'live', live_key_sealed: key })
          .execute()
      }
      await invite(inside, systemActor, keys, superadmin_id, 'registration.approved')
    },
  )
  await subscribe(trx, actor, { ...row, entity_id: id, registration_id }, today)
  await trx
    .updateTable('platform.entity_registration')
    .set({
      ...{ status: 'approved', entity_id: id, decided_by: approved_by, decided_at: sql<Date>`now()` },
      // A job that had given up may be started again.
      approval_fault: null,
      ...touched,
    })
    .where('id', '=', registration_id)
    .where('status', '=', 'pending')
    .execute()
  // What was agreed to for the organisation is its own from now on.
  await trx
    .updateTable('platform.legal_consent')
    .set({ entity_id: id })
    .where('registration_id', '=', registration_id)
    .execute()
  await trx
    .insertInto('platform.entity_bank_change')
    .values(
      bankAsked(
        ring,
        { ...row, entity_id: id, registration_id },
        opened('account_number_sealed', row.account_number_sealed),
      ),
    )
    .execute()
  const made = named(name, { after: { subdomain, registration: row.reference } })
  await recordOperator(trx, actor, 'entity.created', { type: 'entity', id, entity_id: id }, made)
  return id
}

interface Told {
  entity_id: string
  registration_id: string
  bank_code: string
  bank_name: string
  account_name: string
  contact_name: string
}

/** Its account waits for an operator who compares it with the bank's letter, as each other that it asks for. */
function bankAsked(
  ring: Keyring,
  { entity_id, registration_id, bank_code, bank_name, account_name, contact_name }: Told,
  account_number: string,
) {
  const id = newId()
  return {
    ...{ id, entity_id, registration_id, bank_code, bank_name, account_name, asker: contact_name },
    account_number_sealed: seal(ring, changeCell(id), account_number),
    last_four: account_number.slice(-4),
  }
}

/** A domain that another organisation has already said is its own is no reason to keep this one out; it begins without. */
async function freeDomain(trx: Transaction<DB>, custom_domain: string | null): Promise<string | null> {
  if (custom_domain === null) return null
  const taken = await trx
    .selectFrom('platform.entity')
    .select('id')
    .where('custom_domain', '=', custom_domain)
    .executeTakeFirst()
  return taken ? null : custom_domain
}

interface Sold {
  entity_id: string
  registration_id: string
  package_id: string
  included_credit: number
  trial_days: number
}

/** A year from today; a trial where the fee is still open. The invoice is the organisation's from then on. */
async function subscribe(
  trx: Transaction<DB>,
  actor: Actor,
  { entity_id, registration_id, package_id, included_credit, trial_days }: Sold,
  today: string,
): Promise<void> {
  const invoices = await trx
    .updateTable('platform.platform_invoice')
    .set({ entity_id, ...touched })
    .where('registration_id', '=', registration_id)
    .returning(['id', 'status'])
    .execute()
  for (const invoice of invoices) await earnInvoice(trx, invoice.id, today)
  const owes = invoices.some(({ status }) => status === 'unpaid' || status === 'pending')
  const after = {
    ...{
      package_id,
      starts_on: today,
      status: owes ? 'trial' : 'active',
    },
    expires_on: owes ? addDays(today, trial_days) : addDays(addMonths(today, 12), -1),
  }
  const id = newId()
  await trx
    .insertInto('platform.subscription')
    .values({ id, entity_id, ...after })
    .execute()
  const credit = owes ? 0 : included_credit
  await includeCredits(trx, entity_id, credit, `registration:${registration_id}`)
  await recordOperator(
    trx,
    actor,
    'subscription.begun',
    { type: 'subscription', id, entity_id },
    { after: { ...after, credit } },
  )
}

/** Drafts of one step; each is a transaction. */
const atATime = 50

/** Registrations that nobody has paid for in time, and what organisations have begun and left, with its files. */
export const expireRegistrations: Handler<'registration.expire'> = async (
  _payload,
  { withTenant, files, log },
) => {
  const ended = await withTenant((trx) => endLapsed(trx))
  if (ended > 0) log.info({ ended }, 'registrations have lapsed')
  let all = 0
  for (;;) {
    const { removed, keys } = await withTenant((trx) => removeOldDrafts(trx, atATime))
    for (const key of keys) await files.remove(key)
    all += removed
    if (removed < atATime) break
  }
  if (all > 0) log.info({ removed: all }, 'registrations that were begun and left are gone')
}
