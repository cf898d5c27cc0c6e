import { sql, type Transaction } from 'kysely'
import { recordInBoth } from '#app/domain/audit/log/both-logs.ts'
import type { Actor } from '#app/domain/core/actor.ts'
import { named, recordOperator } from '#app/domain/core/audit.ts'
import { touched } from '#app/domain/core/changed.ts'
import { serviceTax } from '#app/domain/core/money.ts'
import { documentNumber } from '#app/domain/core/numbering.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import {
  addBoughtCredits,
  balanceOf,
  includeCredits,
} from '#app/domain/platform/message-credits/move-credits.ts'
import { earnInvoice } from '#app/domain/platform/revenue/change-revenue.ts'
import { enqueueFor } from '#app/outbox/enqueue.ts'
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import { platformTaxRate } from './issuer.ts'

export const dueDays = 14

export interface PlatformLine {
  description: string
  quantity: number
  price_sen: number
  /** What the platform earns by it, where the kind of the invoice does not say so. */
  earns?: 'registration_fee' | 'yearly_fee' | 'transaction_fee'
}

/** Tax is rounded half up to the sen, once for the whole. */
function platformTotals(lines: readonly PlatformLine[], tax_rate_bp: number) {
  const sub_total_sen = lines.reduce((sum, { quantity, price_sen }) => sum + quantity * price_sen, 0)
  const tax_sen = serviceTax(sub_total_sen, tax_rate_bp)
  return { sub_total_sen, tax_rate_bp, tax_sen, total_sen: sub_total_sen + tax_sen }
}

interface NewPlatformInvoice {
  entity_id?: string
  registration_id?: string
  kind: 'registration' | 'renewal' | 'upgrade' | 'chip_fee' | 'credit_topup'
  package_id: string | null
  years: number | null
  /** The first day of the month of which it is. */
  period?: string
  /** Message credits that its payment adds, of a top-up. */
  credits?: number
  method: 'fpx' | 'bank_transfer' | null
  issued_on: string
  due_on: string
  created_by: string | null
  lines: PlatformLine[]
}

export async function issuePlatformInvoice(
  trx: Transaction<DB>,
  { lines, ...invoice }: NewPlatformInvoice,
): Promise<{ id: string; number: string; total_sen: number }> {
  const id = newId()
  const number = await nextPlatformNumber(trx, 'invoice', 'PI', invoice.issued_on)
  const totals = platformTotals(lines, await platformTaxRate(trx))
  await trx
    .insertInto('platform.platform_invoice')
    .values({ id, number, ...invoice, ...totals })
    .execute()
  const rows = lines.map((line, index) => ({
    invoice_id: id,
    position: index + 1,
    ...line,
    amount_sen: line.quantity * line.price_sen,
  }))
  await trx.insertInto('platform.platform_invoice_line').values(rows).execute()
  return { id, number, total_sen: totals.total_sen }
}

/** Such as `PI-26-000012`; without gaps. */
export async function nextPlatformNumber(
  trx: Transaction<DB>,
  kind: 'invoice' | 'registration' | 'payout',
  prefix: string,
  on: string,
): Promise<string> {
  const year = on.slice(0, 4)
  const { no } = await trx
    .selectNoFrom(sql<number>`platform.next_number(${kind}, ${year})`.as('no'))
    .executeTakeFirstOrThrow()
  return documentNumber(prefix, year, no)
}

interface Paid {
  on: string
  method: 'fpx' | 'bank_transfer'
  /** Of the transfer, or FPX's own number. */
  reference?: string | null
  bank_name?: string | null
}

/** Releases the invoice from the payment that reserved it. */
export const unlocked = { locked_until: null, locked_by_attempt_id: null } as const

/**
 * Marks an open invoice as paid and applies it, once. A renewal, or the fee of an organisation on trial, extends the
 * subscription from its expiry, or from today if that has passed, and adds the package's credits; a cheaper package begins
 * only after the time already paid for. An upgrade changes the package and nothing else; a top-up adds its credits and a mail
 * says so. An organisation closed because its
 * subscription had ended is opened again. Runs in the platform's schema. Refuses (action_not_allowed) an invoice that is not
 * open.
 */
export async function settlePlatformInvoice(
  trx: Transaction<DB>,
  actor: Actor,
  id: string,
  paid: Paid,
  today: string,
): Promise<void> {
  const invoice = await trx
    .updateTable('platform.platform_invoice')
    .set({
      status: 'paid',
      paid_on: paid.on,
      method: paid.method,
      reference: paid.reference ?? null,
      bank_name: paid.bank_name ?? null,
      ...unlocked,
      ...touched,
    })
    .where('id', '=', id)
    .where('status', 'in', ['unpaid', 'pending'])
    .returning(['number', 'kind', 'entity_id', 'package_id', 'years', 'total_sen', 'credits'])
    .executeTakeFirst()
  if (!invoice) throw new Refusal('action_not_allowed')
  const { number, kind, entity_id, total_sen } = invoice
  const after = {
    number,
    total_sen,
    paid_on: paid.on,
    method: paid.method,
    reference: paid.reference ?? null,
    ...(paid.bank_name ? { bank_name: paid.bank_name } : {}),
  }
  await recordInBoth(
    trx,
    actor,
    'platform_invoice.paid',
    { type: 'platform_invoice', id, entity_id },
    { after },
  )
  await earnInvoice(trx, id, paid.on)
  // A fee paid before the approval has no organisation yet; the first year begins when it is provisioned.
  if (kind === 'upgrade') await upgrade(trx, actor, entity_id!, invoice.package_id!)
  if (kind === 'credit_topup') await topUp(trx, entity_id!, { invoice_id: id, credits: invoice.credits! })
  if ((kind === 'renewal' || kind === 'registration') && entity_id)
    await extend(trx, actor, { id, entity_id, package_id: invoice.package_id!, years: invoice.years! }, today)
}

async function topUp(
  trx: Transaction<DB>,
  entity_id: string,
  { invoice_id, credits }: { invoice_id: string; credits: number },
): Promise<void> {
  await addBoughtCredits(trx, entity_id, credits, invoice_id)
  await enqueueFor(trx, 'subscription.notify_topup', [{ entity_id, payload: { invoice_id } }])
}

async function extend(
  trx: Transaction<DB>,
  actor: Actor,
  { id, entity_id, package_id, years }: { id: string; entity_id: string; package_id: string; years: number },
  today: string,
): Promise<void> {
  const before = await trx
    .selectFrom('platform.subscription')
    .select(['id', 'package_id', 'next_package_id', 'next_package_on', 'expires_on', 'credit', 'status'])
    .where('entity_id', '=', entity_id)
    .forUpdate()
    .executeTakeFirst()
  const bought = await soldAs(trx, package_id)
  const { included_credit } = bought
  const current = before && (await soldAs(trx, before.package_id))
  const waits =
    before?.status === 'active' &&
    before.expires_on > today &&
    bought.yearly_fee_sen < current!.yearly_fee_sen
  const package_now = waits
    ? {
        package_id: before.package_id,
        next_package_id: package_id,
        next_package_on: before.next_package_on ?? before.expires_on,
      }
    : { package_id, next_package_id: null, next_package_on: null }
  const until = sql<string>`(greatest(${today}::date, ${before?.expires_on ?? today}::date) + make_interval(years => ${years}))::date`
  const after = await trx
    .insertInto('platform.subscription')
    .values({ id: newId(), entity_id, package_id, starts_on: today, expires_on: until })
    .onConflict((conflict) =>
      conflict.column('entity_id').doUpdateSet({
        ...package_now,
        expires_on: until,
        status: 'active',
        version: sql<number>`subscription.version + 1`,
        updated_at: sql<Date>`now()`,
      }),
    )
    .returning(['id', 'package_id', 'next_package_id', 'next_package_on', 'expires_on', 'status'])
    .executeTakeFirstOrThrow()
  await includeCredits(trx, entity_id, included_credit * years, `invoice:${id}`)
  const { credit } = await balanceOf(trx, entity_id)
  const object = { type: 'subscription', id: after.id, entity_id }
  await recordOperator(trx, actor, 'subscription.extended', object, {
    ...{ before: before ?? null, after: { ...after, credit } },
  })
  if (before?.status === 'ended') await reopen(trx, actor, entity_id)
}

const soldAs = (trx: Transaction<DB>, id: string) =>
  trx
    .selectFrom('platform.package')
    .select(['included_credit', 'yearly_fee_sen'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

async function upgrade(
  trx: Transaction<DB>,
  actor: Actor,
  entity_id: string,
  package_id: string,
): Promise<void> {
  const before = await trx
    .selectFrom('platform.subscription')
    .select(['id', 'package_id'])
    .where('entity_id', '=', entity_id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  await trx
    .updateTable('platform.subscription')
    .set({ package_id, ...touched })
    .where('id', '=', before.id)
    .execute()
  const object = { type: 'subscription', id: before.id, entity_id }
  const change = { before: { package_id: before.package_id }, after: { package_id } }
  await recordOperator(trx, actor, 'subscription.upgraded', object, change)
}

/** Opens an organisation that was closed because its subscription had ended. */
export async function reopen(trx: Transaction<DB>, actor: Actor, id: string): Promise<void> {
  const entity = await trx
    .updateTable('platform.entity')
    .set({ status: 'active', ...touched })
    .where('id', '=', id)
    .where('status', '=', 'inactive')
    // A reason means that an operator closed it, which a payment does not undo.
    .where('inactive_reason', 'is', null)
    .returning('name')
    .executeTakeFirst()
  if (!entity) return
  const change = named(entity.name, { before: { status: 'inactive' }, after: { status: 'active' } })
  await recordOperator(trx, actor, 'entity.activated', { type: 'entity', id, entity_id: id }, change)
}
