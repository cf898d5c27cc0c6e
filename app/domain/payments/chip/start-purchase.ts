import type { Transaction } from 'kysely'
import type { Actor } from '#app/domain/core/actor.ts'
import { noFee } from '#app/domain/core/invoicing/payment-rules.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { lockMinutes, windowEnd } from '#app/domain/payments/attempts/enquiry-schedule.ts'
import { beyondChip, type ChipTerms, onlineTerms } from '#app/domain/payments/attempts/online-terms.ts'
import { type Beginning, beginAttempt, type Payer } from '#app/domain/payments/attempts/start.ts'
import type { Basket } from '#app/domain/payments/baskets/settle-basket.ts'
import type { PurchaseRequest } from '#app/integrations/chip/gateway.ts'
import type { ChipGroup } from '#app/integrations/chip/methods.ts'
import type { DB } from '#db/types.ts'

/**
 * Starts a payment by CHIP. The attempt is stored before CHIP is called, since a repeated call would make a second purchase. Returns the code of its public page. Refuses as {@link purchaseTerms} does, invoices that cannot be paid, and amounts outside the limits.
 */
export async function startPurchase(
  trx: Transaction<DB>,
  actor: Actor,
  request: Payer & Basket & { group: ChipGroup },
): Promise<string> {
  const chip = await purchaseTerms(trx, request.group)
  return beginAttempt(trx, actor, request, {
    ...purchaseBeginning(chip, request),
    refusalOf: (amount_sen) => beyondChip(amount_sen, chip.limits),
  })
}

/** The organisation's CHIP terms; refuses an inactive organisation, and a group that is not offered now. */
export async function purchaseTerms(trx: Transaction<DB>, group: ChipGroup): Promise<ChipTerms> {
  const { entity_status, chip } = await onlineTerms(trx)
  if (entity_status !== 'active') throw new Refusal('auth.entity_inactive')
  if (!chip?.groups.includes(group)) throw new Refusal('payment.online_off')
  return chip
}

/** Without a fee, since the money never passes through the platform. */
export function purchaseBeginning(chip: ChipTerms, { group, at }: { group: ChipGroup; at: Date }): Beginning {
  return {
    gateway: 'chip',
    model: null,
    fee: noFee,
    bank: { code: group, name: 'CHIP' },
    expires_at: windowEnd(null, at, 0),
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
  }
}
