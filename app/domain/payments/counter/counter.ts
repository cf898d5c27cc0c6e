import type { Kysely, Transaction } from 'kysely'
import { z } from 'zod'
import { allocate } from '#app/domain/accounting/credits/allocation.ts'
import type { Actor } from '#app/domain/core/actor.ts'
import { difference, record } from '#app/domain/core/audit.ts'
import { refuseStale } from '#app/domain/core/changed.ts'
import { receiptSizes } from '#app/domain/core/documents/document.ts'
import { settingVersion } from '#app/domain/core/fields.ts'
import { mostPaidAtOnce } from '#app/domain/core/invoicing/payment.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { settings, writeSetting } from '#app/domain/core/settings/settings.ts'
import type { CounterInput } from '#app/domain/payments/payments/payment.ts'
import type { Posted } from '#app/domain/payments/payments/post-payment.ts'
import {
  payableInvoices,
  postCounterPayment,
  type RecordRules,
} from '#app/domain/payments/payments/record-payment.ts'
import { openSlips } from '#app/domain/payments/transfer-slips/find-slips.ts'
import { openInvoicesOf } from '#app/domain/people/families/find-families.ts'
import type { DB } from '#db/types.ts'
import { isRounded } from './cash-rounding.ts'
import { openTill, receivedAt } from './till.ts'

/** How money is taken at the counter; a box that is not ticked is a no. `version` is 0 before the first change. */
export const counterSettingForm = z.object({
  round_cash: z.boolean().optional(),
  receipt_size: z.enum(receiptSizes),
  version: settingVersion,
})

type Input = z.output<typeof counterSettingForm>

export async function counterSetting(db: Kysely<DB>) {
  const [values, row] = await Promise.all([
    settings(db, 'counter'),
    db.selectFrom('setting').select('version').where('key', '=', 'counter').executeTakeFirst(),
  ])
  return { ...values, version: row?.version ?? 0 }
}

/** Refuses version_conflict. */
export async function saveCounterSetting(
  trx: Transaction<DB>,
  actor: Actor,
  { version, ...input }: Input,
): Promise<void> {
  const { version: now, ...before } = await counterSetting(trx)
  refuseStale({ version: now }, version)
  const after = { ...input, round_cash: input.round_cash === true }
  await writeSetting(trx, actor, 'counter', after, version)
  const object = { type: 'setting', id: 'counter' }
  await record(trx, actor, 'counter.settings_changed', object, difference(before, after))
}

/**
 * Records a payment at the counter today, allocated to the family's oldest invoices within the scope. Cash is rounded if the
 * organisation rounds it. Refuses as {@link recordFamilyPayment} does, and a family that owes nothing (payment.nothing_due), less
 * cash than due (payment.given_below), an amount that would be rounded to 0, and, until it is confirmed, an invoice for which a
 * transfer slip is waiting (payment.slip_waiting).
 */
export async function recordAtCounter(
  trx: Transaction<DB>,
  actor: Actor,
  parent_id: string,
  input: CounterInput,
  { scope, today }: Pick<RecordRules, 'scope' | 'today'>,
): Promise<Posted> {
  const opened = await openTill(trx, actor, { ...input, paid_on: today }, today)
  const open = (await openInvoicesOf(trx, scope, parent_id, today)).slice(0, mostPaidAtOnce)
  if (open.length === 0) throw new Refusal('payment.nothing_due')
  const ids = open.map(({ id }) => id)
  const invoices = await payableInvoices(trx, scope, ids, parent_id)
  const owed_sen = invoices.reduce((sum, { balance_sen }) => sum + balance_sen, 0)
  const due_sen = dueBy(invoicesOn(open, invoices), today)
  // The cash for what is due today may be typed in 5-sen coins as well.
  const target_sen =
    opened.rounds && input.method === 'cash' && isRounded(input.amount, due_sen) ? due_sen : owed_sen
  const { amount, till } = receivedAt(opened, input, target_sen)
  const { allocations: shares, rest_sen } = allocate(amount, invoices)
  if (rest_sen > 0 && !input.keep_rest)
    throw new Refusal('payment.rest_to_credit', 'keep_rest', { rest: formatRinggit(rest_sen) })
  const paid = invoices.filter(({ id }) => shares.some(({ invoice_id }) => invoice_id === id))
  if (!input.despite_slip) await refuseWaitingSlip(trx, paid)
  const { given: _given, keep_rest: _rest, despite_slip: _slip, ...taken } = input
  return postCounterPayment(
    trx,
    actor,
    paid,
    { ...taken, amount, paid_on: today },
    { scope, today },
    { shares, till },
  )
}

interface Due {
  due_on: string
  balance_sen: number
}

/**
 * What a family is asked for at the counter, in sen: all that is due by today, or else the invoices that are due first. The
 * invoices are in the order of their due days.
 */
export function dueBy(invoices: readonly Due[], today: string): number {
  const day = [today, invoices[0]?.due_on ?? today].toSorted().at(-1)!
  return invoices.reduce((sum, { due_on, balance_sen }) => (due_on <= day ? sum + balance_sen : sum), 0)
}

/** Locked balances with the due days that were read before. */
const invoicesOn = (
  open: readonly { id: string; due_on: string }[],
  locked: readonly { id: string; balance_sen: number }[],
): Due[] =>
  open.flatMap(({ id, due_on }) =>
    locked.filter((one) => one.id === id).map(({ balance_sen }) => ({ due_on, balance_sen })),
  )

async function refuseWaitingSlip(trx: Transaction<DB>, invoices: readonly { id: string }[]): Promise<void> {
  const slips = await openSlips(
    trx,
    invoices.map(({ id }) => id),
  )
  if (slips.length > 0)
    throw new Refusal('payment.slip_waiting', 'despite_slip', {
      number: [...new Set(slips.map(({ invoice }) => invoice))].join(', '),
    }).blockedBy(...slips.map(({ id, invoice }) => ({ to: 'transfer_slip' as const, id, name: invoice })))
}
