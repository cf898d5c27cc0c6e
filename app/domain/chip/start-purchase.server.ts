import type { Transaction } from 'kysely'
import type { Actor } from '#app/domain/actor.ts'
import { beginAttempt, type Payer } from '#app/domain/attempts/begin.server.ts'
import { lockMinutes, windowEnd } from '#app/domain/attempts/enquiry/enquiry-schedule.ts'
import { onlineTerms } from '#app/domain/attempts/online-terms.server.ts'
import { noFee } from '#app/domain/payments/fee.ts'
import { Refusal } from '#app/domain/refusal.ts'
import type { PurchaseRequest } from '#app/integrations/chip/gateway.ts'
import { chipLimitRefusal } from '#app/integrations/chip/limits.ts'
import type { ChipGroup } from '#app/integrations/chip/methods.ts'
import type { DB } from '#db/types.ts'

/**
 * Begins a payment by CHIP: the attempt is written down before CHIP hears of it, since a purchase that was asked for twice
 * would be two. Returns the code of its public page. Refuses an inactive organisation, a group that is not offered now,
 * invoices that cannot be taken, and sums outside the limits. Without a fee: the money never passes through the platform.
 */
export async function startPurchase(
  trx: Transaction<DB>,
  actor: Actor,
  request: Payer & { codes: readonly string[]; group: ChipGroup },
): Promise<string> {
  const { group, at } = request
  const { entity_status, chip } = await onlineTerms(trx)
  if (entity_status !== 'active') throw new Refusal('auth.entity_inactive')
  if (!chip?.groups.includes(group)) throw new Refusal('payment.online_off')
  return beginAttempt(trx, actor, request, {
    gateway: 'chip',
    model: null,
    fee: noFee,
    bank: { code: group, name: 'CHIP' },
    expires_at: windowEnd(null, at, 0),
    refusalOf: (amount_sen) => chipLimitRefusal(amount_sen, chip.limits),
    fieldsOf: ({ order_no, amount_sen, description }) =>
      ({
        brand_id: chip.brand_id,
        reference: order_no,
        is_test: String(chip.mode === 'test'),
        amount: String(amount_sen),
        currency: 'MYR',
        is_outgoing: 'false',
        group,
        name: description,
        due: new Date(at.getTime() + lockMinutes * 60_000).toISOString(),
      }) satisfies PurchaseRequest as PurchaseRequest & Record<string, string>,
  })
}
