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
import { openInvoicesOf } from '#app/domain/people/families/find-families.ts'
import type { DB } from '#db/types.ts'
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
 * cash than due (payment.given_below), and an amount that would be rounded to 0.
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
  const { amount, till } = receivedAt(opened, input, owed_sen)
  const { allocations: shares, rest_sen } = allocate(amount, invoices)
  if (rest_sen > 0 && !input.keep_rest)
    throw new Refusal('payment.rest_to_credit', 'keep_rest', { rest: formatRinggit(rest_sen) })
  const paid = invoices.filter(({ id }) => shares.some(({ invoice_id }) => invoice_id === id))
  const { given: _given, keep_rest: _rest, ...taken } = input
  return postCounterPayment(
    trx,
    actor,
    paid,
    { ...taken, amount, paid_on: today },
    { today },
    { shares, till },
  )
}
