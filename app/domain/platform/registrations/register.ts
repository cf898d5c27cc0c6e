import type { TFunction } from 'i18next'
import { type Kysely, sql, type Transaction } from 'kysely'
import { type Actor, storedVisitor } from '#app/domain/core/actor.ts'
import { recordOperator } from '#app/domain/core/audit.ts'
import { countUse, refuseFlood, visitorKey } from '#app/domain/core/rate-limit.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { type Keyring, seal } from '#app/domain/core/secrets.ts'
import { bankNameOf } from '#app/domain/organisation/entities/bank-account.ts'
import { addressColumns } from '#app/domain/organisation/entities/entity-form.ts'
import { nextPlatformNumber } from '#app/domain/platform/subscriptions/invoices.ts'
import { enqueue } from '#app/outbox/enqueue.ts'
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import { issueFees, reservationDays } from './fees.ts'
import { endLapsed } from './lapse.ts'
import type { RegistrationInput } from './registration.ts'
import { refuseSubdomainTaken } from './subdomain-free.ts'

/** Registrations from one IP address. */
const perHour = { points: 5, seconds: 3600 }

export interface Registered {
  id: string
  reference: string
  subdomain: string
  reserved_until: Date
}

/**
 * Submits a registration for approval: reserves its subdomain, invoices the fees of its package and mails its contact. Runs
 * in the platform's schema. Refuses a subdomain that is taken or reserved (duplicate.subdomain) or looks like another
 * (entity.subdomain_alike), an unknown package, and one that is not on sale (entity.register_failed).
 * @param t words of the organisation's language, in which the invoice is written
 */
export async function registerEntity(
  trx: Transaction<DB>,
  actor: Actor,
  { ring, today, t }: { ring: Keyring; today: string; t: TFunction },
  input: RegistrationInput,
): Promise<Registered> {
  const offer = await trx
    .selectFrom('platform.package')
    .select(['name', 'registration_fee_sen', 'yearly_fee_sen', 'is_public', 'status'])
    .where('id', '=', input.package_id)
    // The shared lock keeps an operator from withdrawing or removing the package at the same time.
    .forShare()
    .executeTakeFirst()
  if (!offer) throw new Refusal('not_found.package', 'package_id')
  if (!offer.is_public || offer.status !== 'active') throw new Refusal('entity.register_failed', 'package_id')
  await endLapsed(trx)
  await refuseSubdomainTaken(trx, input.subdomain)
  const registered = await insertRegistration(trx, actor, { ring, today }, input)
  // Counted in the same transaction, so that a refused registration does not count.
  refuseFlood(await countUse(trx, visitorKey('registration', actor.ip), perHour))
  await issueFees(trx, t, registered.id, { ...offer, package_id: input.package_id }, today)
  const { id, reference, subdomain } = registered
  const after = {
    reference,
    subdomain,
    organisation_name: input.organisation_name,
    package_id: input.package_id,
  }
  await recordOperator(trx, actor, 'registration.submitted', { type: 'entity_registration', id }, { after })
  await enqueue(trx, 'registration.received', { registration_id: id })
  return registered
}

/** Of two concurrent registrations of one subdomain the unique index refuses the second. */
async function insertRegistration(
  trx: Transaction<DB>,
  visitor: Actor,
  { ring, today }: { ring: Keyring; today: string },
  input: RegistrationInput,
): Promise<Registered> {
  const { address, account_number, smtp, gateway_secret, locale, ...plain } = input
  const id = newId()
  const sealed = (column: string, secret: string | null | undefined) =>
    secret ? seal(ring, { place: 'platform', table: 'entity_registration', column, row: id }, secret) : null
  return trx
    .insertInto('platform.entity_registration')
    .values({
      id,
      reference: await nextPlatformNumber(trx, 'registration', 'REG', today),
      ...plain,
      ...addressColumns(address),
      locale: locale ?? 'en',
      bank_name: bankNameOf(input.bank_code)!,
      account_number_sealed: sealed('account_number_sealed', account_number)!,
      gateway_secret_sealed: sealed('gateway_secret_sealed', gateway_secret),
      smtp_host: smtp?.host ?? null,
      smtp_port: smtp?.port ?? null,
      smtp_username: smtp?.username ?? null,
      smtp_password_sealed: sealed('smtp_password_sealed', smtp?.password),
      smtp_sender_name: smtp?.sender_name ?? null,
      smtp_sender_email: smtp?.sender_email ?? null,
      reserved_until: sql<Date>`now() + make_interval(days => ${reservationDays})`,
      ...storedVisitor(visitor),
    })
    .returning(['id', 'reference', 'subdomain', 'reserved_until'])
    .executeTakeFirstOrThrow()
}

export async function registrationLetterData(db: Kysely<DB>, id: string) {
  return db
    .selectFrom('platform.entity_registration as registration')
    .innerJoin('platform.package', 'platform.package.id', 'registration.package_id')
    .leftJoin('platform.platform_invoice as invoice', (join) =>
      join
        .onRef('invoice.registration_id', '=', 'registration.id')
        .on('invoice.status', 'in', ['unpaid', 'pending', 'paid']),
    )
    .select([
      'registration.reference',
      'registration.organisation_name',
      'registration.subdomain',
      'registration.contact_name',
      'registration.contact_email',
      'registration.locale',
      'registration.reserved_until',
      'registration.mailed_at',
      'platform.package.name as package_name',
      'invoice.number as invoice_number',
      'invoice.total_sen',
      'invoice.due_on',
      'invoice.public_code',
    ])
    .where('registration.id', '=', id)
    .executeTakeFirst()
}
