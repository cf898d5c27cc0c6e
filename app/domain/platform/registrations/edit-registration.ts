import type { TFunction } from 'i18next'
import { sql, type Transaction } from 'kysely'
import { z } from 'zod'
import type { Actor } from '#app/domain/core/actor.ts'
import { difference, named, recordOperator } from '#app/domain/core/audit.ts'
import { touched } from '#app/domain/core/changed.ts'
import { addressNames } from '#app/domain/core/contact/address.ts'
import { reason, version } from '#app/domain/core/fields.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { bankNameOf } from '#app/domain/organisation/entities/bank-account.ts'
import { subdomainProblem } from '#app/domain/organisation/entities/subdomain.ts'
import { enqueue } from '#app/outbox/enqueue.ts'
import type { DB } from '#db/types.ts'
import { cancelFee, issueFees, lockPendingRegistration, openFee, reservationDays } from './fees.ts'
import { registrationFields as fields } from './registration.ts'
import { stepForms } from './steps.ts'
import { refuseSubdomainTaken } from './subdomain-free.ts'

/**
 * Fields that an operator may change in a pending registration. `lift` allows a reserved word in the subdomain, such as
 * `tadika` for a kindergarten, but never the name of a bank or an authority. Bank and account name are absent for operators
 * without the right to change accounts; the account number cannot be changed at all.
 */
export const registrationEditForm = z
  .object({
    ...stepForms.organisation.shape,
    ...stepForms.contact.shape,
    subdomain: z.string().trim().toLowerCase(),
    lift: z.boolean().optional(),
    package_id: fields.package_id,
    bank_code: fields.bank_code.optional(),
    account_name: fields.account_name.optional(),
    reason,
    version,
  })
  .superRefine(({ subdomain, lift = false }, context) => {
    const problem = subdomainProblem(subdomain, { lifted: lift })
    if (problem) context.addIssue({ code: 'custom', path: ['subdomain'], message: problem })
  })

type RegistrationEdit = z.output<typeof registrationEditForm>

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
