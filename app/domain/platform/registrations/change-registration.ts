import type { TFunction } from 'i18next'
import { sql, type Transaction } from 'kysely'
import { type Actor, storedVisitor, systemActor } from '#app/domain/core/actor.ts'
import { difference, named, recordOperator } from '#app/domain/core/audit.ts'
import { touched } from '#app/domain/core/changed.ts'
import { addressNames } from '#app/domain/core/contact/address.ts'
import { versionInForce } from '#app/domain/core/help/legal-versions.ts'
import { countUse, refuseFlood, visitorKey } from '#app/domain/core/rate-limit.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { type Keyring, seal } from '#app/domain/core/secrets.ts'
import { bankNameOf } from '#app/domain/organisation/entities/bank-account.ts'
import { addressColumns } from '#app/domain/organisation/entities/entity-form.ts'
import { agreeAtRegistration } from '#app/domain/platform/legal/publish-legal.ts'
import { featuresIn } from '#app/domain/platform/packages/find-packages.ts'
import { nextPlatformNumber } from '#app/domain/platform/platform-invoices/issue-and-settle.ts'
import { platformIssuer } from '#app/domain/platform/platform-invoices/issuer.ts'
import { enqueue } from '#app/outbox/enqueue.ts'
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import { beyondPackage, type RegistrationEdit, type RegistrationInput } from './registration.ts'
import {
  cancelFee,
  issueFees,
  lockPendingRegistration,
  openFee,
  reservationDays,
} from './registration-fee.ts'
import { isProvisioning, refuseSubdomainConflict, refuseSubdomainTaken } from './subdomain-free.ts'

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
 * (entity.subdomain_alike), an unknown package, one that is not on sale (entity.register_failed),
 * and a connection that the package lacks (entity.not_in_package).
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
  if (input.agreed_terms_version !== (await versionInForce(trx, 'terms', today)))
    throw new Refusal('entity.terms_version', 'agreed_terms_version')
  const beyond = beyondPackage(input, await featuresIn(trx, input.package_id))
  if (beyond) throw new Refusal('entity.not_in_package', beyond)
  await endLapsed(trx)
  await refuseSubdomainTaken(trx, input.subdomain)
  const registered = await insertRegistration(trx, actor, { ring, today }, input)
  // Counted in the same transaction, so that a refused registration does not count.
  refuseFlood(await countUse(trx, visitorKey('registration', actor.ip), perHour))
  await agreeAtRegistration(trx, {
    ...{ slug: 'terms', version: input.agreed_terms_version },
    ...{ registration_id: registered.id, person: input.contact_name },
  })
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

interface About {
  today: string
  /** Translations by locale; the invoice is written in the organisation's language. */
  wordsOf: (locale: string) => TFunction
}

/**
 * Changes a pending registration and mails the changes to its contact, at the old and the new address. A change of package
 * issues a new fee invoice. Refuses not_found.registration, registration.decided, version_conflict, a taken subdomain (as
 * registering does), a package no longer on sale (entity.package_gone), a change of package after payment
 * (registration.package_paid), and a form without changes (registration.unchanged).
 */
export async function editRegistration(
  trx: Transaction<DB>,
  actor: Actor,
  id: string,
  input: RegistrationEdit,
  { today, wordsOf }: About,
): Promise<{ name: string }> {
  const { version, reason, lift: _lift, package_id, bank_code, account_name, ...said } = input
  const row = await lockPendingRegistration(trx, id, version)
  if (said.subdomain !== row.subdomain) await refuseSubdomainTaken(trx, said.subdomain, id)
  const emptied = Object.fromEntries(addressNames.map((name) => [name, said[name] ?? null]))
  const bank = bank_code ? { bank_code, bank_name: bankNameOf(bank_code)! } : {}
  const values = { ...said, ...emptied, ...bank, ...(account_name ? { account_name } : {}) }
  const offer = package_id === row.package_id ? undefined : await sold(trx, package_id)
  const { bank_code: _, ...shown } = { ...values, package: offer?.name ?? row.package }
  const { before, after } = difference<Record<string, unknown>>(row, shown)
  if (Object.keys(after!).length === 0) throw new Refusal('registration.unchanged')
  const owes = offer && (await reissueFee(trx, actor, id, { offer, today, t: wordsOf(row.locale) }))
  await trx
    .updateTable('platform.entity_registration')
    .set({ ...values, package_id, ...(owes ? newReservation : {}), ...touched })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .where('version', '=', version)
    .executeTakeFirstOrThrow()
  const change = named(said.organisation_name, { before: before!, after: { ...after, reason } })
  await recordOperator(trx, actor, 'registration.edited', { type: 'entity_registration', id }, change)
  for (const to of new Set([row.contact_email, said.contact_email])) {
    await enqueue(trx, 'registration.changed', {
      registration_id: id,
      to,
      before: before!,
      after: after!,
      reason,
    })
  }
  return { name: said.organisation_name }
}

const newReservation = { reserved_until: sql<Date>`now() + make_interval(days => ${reservationDays})` }

/** An operator may also choose a package that is not public. */
async function sold(trx: Transaction<DB>, package_id: string) {
  const offer = await trx
    .selectFrom('platform.package')
    .select(['name', 'registration_fee_sen', 'yearly_fee_sen', 'status'])
    .where('id', '=', package_id)
    .forShare()
    .executeTakeFirst()
  if (offer?.status !== 'active') throw new Refusal('entity.package_gone', 'package_id')
  return { ...offer, package_id }
}

/** Cancels the open invoice of the former package and issues the new one; refuses once the fee is paid. */
async function reissueFee(
  trx: Transaction<DB>,
  actor: Actor,
  id: string,
  { offer, today, t }: { offer: Awaited<ReturnType<typeof sold>>; today: string; t: TFunction },
): Promise<boolean> {
  const fee = await openFee(trx, id)
  const paid = await trx
    .selectFrom('platform.platform_invoice')
    .select('id')
    .where('registration_id', '=', id)
    .where('status', '=', 'paid')
    .executeTakeFirst()
  if (paid || fee?.status === 'pending') throw new Refusal('registration.package_paid', 'package_id')
  if (fee) await cancelFee(trx, actor, fee)
  return issueFees(trx, t, id, offer, today)
}

interface Approval {
  id: string
  version: number
  waive: boolean
  /** Without it the organisation is created without FPX, and the operators have a task. */
  fpx_seller_id?: string | undefined
}

/**
 * Approves a registration; a job provisions the organisation. The fee must be paid or waived, which cancels its invoice,
 * unless the package has a trial. Refuses not_found.registration, version_conflict, registration.decided,
 * registration.unpaid, a package no longer on sale (registration.package_gone), a subdomain that looks like another
 * (registration.subdomain_alike), and a seller ID that is in use (duplicate.seller_id).
 */
export async function approveRegistration(
  trx: Transaction<DB>,
  actor: Actor,
  { id, version, waive, fpx_seller_id }: Approval,
): Promise<{ name: string }> {
  const row = await lockPendingRegistration(trx, id, version)
  await refuseGone(trx, row.package_id)
  await refuseSubdomainConflict(trx, { id, subdomain: row.subdomain })
  if (fpx_seller_id) await refuseSellerTaken(trx, id, fpx_seller_id)
  const fee = await openFee(trx, id)
  if (fee && waive) await cancelFee(trx, actor, fee)
  else if (fee && row.trial_days === 0) throw new Refusal('registration.unpaid', 'waive')
  await trx
    .updateTable('platform.entity_registration')
    .set({
      ...{ approval_asked_at: sql<Date>`now()`, approved_by: actor.id, approval_fault: null },
      fpx_seller_id: fpx_seller_id ?? null,
      ...touched,
    })
    .where('id', '=', id)
    .where('version', '=', version)
    .execute()
  const after = { fee_waived: fee !== undefined && waive, ...(fpx_seller_id ? { fpx_seller_id } : {}) }
  const change = named(row.organisation_name, { after })
  await recordOperator(trx, actor, 'registration.approved', { type: 'entity_registration', id }, change)
  await enqueue(trx, 'registration.provision', { registration_id: id })
  return { name: row.organisation_name }
}

/**
 * Rejects a registration and mails the reason to its contact: frees its subdomain, cancels an open invoice, and records the
 * refund of a paid fee. Refuses not_found.registration, version_conflict, registration.decided, and a paid fee without the
 * reference of its refund (registration.refund_reference).
 */
export async function rejectRegistration(
  trx: Transaction<DB>,
  actor: Actor,
  id: string,
  input: { version: number; reject_reason: string; refund_reference?: string | undefined },
  today: string,
): Promise<{ name: string }> {
  const { version, reject_reason, refund_reference } = input
  const row = await lockPendingRegistration(trx, id, version)
  const fee = await openFee(trx, id)
  if (fee) await cancelFee(trx, actor, fee)
  await refundFee(trx, actor, id, refund_reference, today)
  await trx
    .updateTable('platform.entity_registration')
    .set({
      ...{ status: 'rejected', reject_reason, decided_by: actor.id, decided_at: sql<Date>`now()` },
      ...{ approval_asked_at: null, approved_by: null, approval_fault: null },
      ...touched,
    })
    .where('id', '=', id)
    .where('version', '=', version)
    .execute()
  const change = named(row.organisation_name, { after: { status: 'rejected', reject_reason } })
  await recordOperator(trx, actor, 'registration.rejected', { type: 'entity_registration', id }, change)
  await enqueue(trx, 'registration.rejected', { registration_id: id })
  return { name: row.organisation_name }
}

/** Stores why provisioning failed, as a refusal's code; the operator sees it and decides again. */
export async function failApproval(trx: Transaction<DB>, id: string, fault: string): Promise<void> {
  await trx
    .updateTable('platform.entity_registration')
    .set({ approval_fault: fault, ...touched })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .where('approval_asked_at', 'is not', null)
    .execute()
}

/** The keys of both tables hold the same, should two operators enter one at the same moment. */
async function refuseSellerTaken(trx: Transaction<DB>, id: string, fpx_seller_id: string) {
  const [entity, registration, issuer] = await Promise.all([
    trx
      .selectFrom('platform.entity')
      .select('id')
      .where('fpx_seller_id', '=', fpx_seller_id)
      .executeTakeFirst(),
    trx
      .selectFrom('platform.entity_registration')
      .select('id')
      .where('fpx_seller_id', '=', fpx_seller_id)
      .where('status', '=', 'pending')
      .where('id', '<>', id)
      .executeTakeFirst(),
    platformIssuer(trx),
  ])
  if (entity || registration || issuer.fpx_seller_id === fpx_seller_id)
    throw new Refusal('duplicate.seller_id', 'fpx_seller_id')
}

/** The shared lock keeps an operator from withdrawing the package at the same time. */
async function refuseGone(trx: Transaction<DB>, package_id: string) {
  const { name, status } = await trx
    .selectFrom('platform.package')
    .select(['name', 'status'])
    .where('id', '=', package_id)
    .forShare()
    .executeTakeFirstOrThrow()
  if (status !== 'active') throw new Refusal('registration.package_gone', undefined, { package: name })
}

async function refundFee(
  trx: Transaction<DB>,
  actor: Actor,
  registration_id: string,
  refund_reference: string | undefined,
  today: string,
) {
  const paid = await trx
    .selectFrom('platform.platform_invoice')
    .select(['id', 'number', 'total_sen'])
    .where('registration_id', '=', registration_id)
    .where('status', '=', 'paid')
    .forUpdate()
    .executeTakeFirst()
  if (!paid) return
  const { id, number, total_sen } = paid
  if (!refund_reference) throw new Refusal('registration.refund_reference', 'refund_reference')
  await trx
    .updateTable('platform.platform_invoice')
    .set({ status: 'refunded', refunded_on: today, refund_reference, ...touched })
    .where('id', '=', id)
    .where('status', '=', 'paid')
    .execute()
  const after = { number, total_sen, refund_reference }
  await recordOperator(trx, actor, 'platform_invoice.refunded', { type: 'platform_invoice', id }, { after })
}

/**
 * Rejects registrations whose fee was not paid in time and that are not being provisioned: frees their subdomains, cancels
 * their invoices and mails their contacts. A rejection without a reason means that the time ran out. Registrations that owe
 * nothing never lapse. Runs in the platform's schema; returns the number rejected.
 */
export async function endLapsed(trx: Transaction<DB>): Promise<number> {
  // Rows locked by a decision or a payment are left for the next run. The fee is read again below, under the lock, so that
  // a payment made in the meantime is seen.
  const over = await trx
    .selectFrom('platform.entity_registration')
    .select(['id', 'organisation_name'])
    .where('status', '=', 'pending')
    .where('reserved_until', '<=', sql<Date>`now()`)
    .where(({ not }) => not(isProvisioning))
    .orderBy('id')
    .forUpdate()
    .skipLocked()
    .execute()
  let ended = 0
  for (const { id, organisation_name } of over) {
    const fee = await openFee(trx, id)
    if (fee?.status !== 'unpaid') continue
    await cancelFee(trx, systemActor, fee)
    await trx
      .updateTable('platform.entity_registration')
      .set({ status: 'rejected', decided_at: sql<Date>`now()`, ...touched })
      .where('id', '=', id)
      .where('status', '=', 'pending')
      .execute()
    const change = named(organisation_name, { after: { status: 'rejected' } })
    await recordOperator(
      trx,
      systemActor,
      'registration.rejected',
      { type: 'entity_registration', id },
      change,
    )
    await enqueue(trx, 'registration.rejected', { registration_id: id })
    ended += 1
  }
  return ended
}
