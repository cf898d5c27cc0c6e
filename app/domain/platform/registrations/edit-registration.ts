import type { TFunction } from 'i18next'
import { sql, type Transaction } from 'kysely'
import type { Actor } from '#app/domain/core/actor.ts'
import { difference, named, recordOperator } from '#app/domain/core/audit.ts'
import { touched } from '#app/domain/core/changed.ts'
import { addressNames } from '#app/domain/core/contact/address.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { enqueue } from '#app/outbox/enqueue.ts'
import type { DB } from '#db/types.ts'
import type { RegistrationEdit } from './edit-form.ts'
import { issueFees, reservationDays } from './issue-fees.ts'
import { cancelFee, openFee } from './pay-fee.ts'
import { bankNameOf } from './registration-form.ts'
import { refuseTaken } from './subdomain-free.ts'
import { lockWaiting } from './waiting.ts'

interface About {
  today: string
  /** Of a language; the invoice is written in that of the organisation. */
  wordsOf: (locale: string) => TFunction
}

/**
 * Changes what a waiting registration said; its contact is told what, at the address before and the one after. Another
 * package has its fee invoiced anew. Refuses not_found.registration, registration.decided, version_conflict, an address
 * that somebody has (as registering does), a package that is sold no more (entity.package_gone) or whose fee is paid
 * (registration.package_paid), and a form in which nothing is other (registration.unchanged).
 */
export async function editRegistration(
  trx: Transaction<DB>,
  actor: Actor,
  id: string,
  input: RegistrationEdit,
  { today, wordsOf }: About,
): Promise<{ name: string }> {
  const { version, reason, lift: _lift, package_id, bank_code, account_name, ...said } = input
  const row = await lockWaiting(trx, id, version)
  if (said.subdomain !== row.subdomain) await refuseTaken(trx, said.subdomain, id)
  const emptied = Object.fromEntries(addressNames.map((name) => [name, said[name] ?? null]))
  const bank = bank_code ? { bank_code, bank_name: bankNameOf(bank_code)! } : {}
  const values = { ...said, ...emptied, ...bank, ...(account_name ? { account_name } : {}) }
  const offer = package_id === row.package_id ? undefined : await sold(trx, package_id)
  const { bank_code: _, ...shown } = { ...values, package: offer?.name ?? row.package }
  const { before, after } = difference<Record<string, unknown>>(row, shown)
  if (Object.keys(after!).length === 0) throw new Refusal('registration.unchanged')
  const owes = offer && (await feeAnew(trx, actor, id, { offer, today, t: wordsOf(row.locale) }))
  await trx
    .updateTable('platform.entity_registration')
    .set({ ...values, package_id, ...(owes ? reservedAnew : {}), ...touched })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .where('version', '=', version)
    .executeTakeFirstOrThrow()
  const change = named(said.organisation_name, { before: before!, after: { ...after, reason } })
  await recordOperator(trx, actor, 'registration.edited', { type: 'entity_registration', id }, change)
  const told = [...new Set([row.contact_email, said.contact_email])]
  for (const to of told) {
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

const reservedAnew = { reserved_until: sql<Date>`now() + make_interval(days => ${reservationDays})` }

/** An operator may choose one that is not public, for somebody to whom it was promised. */
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

/** What is open for the package before is not to be paid any more; whoever has paid for it keeps it. */
async function feeAnew(
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
