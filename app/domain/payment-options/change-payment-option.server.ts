import type { Transaction } from 'kysely'
import { type AtVersion, lockedRow } from '#app/domain/kept-rows.server.ts'
import { keptVerbs } from '#app/domain/kept-verbs.server.ts'
import { Refusal } from '#app/domain/refusal.ts'
import type { DB } from '#db/types.ts'
import { paymentOption } from './find-payment-options.server.ts'
import { gatewayLimits } from './payment-option.ts'
import { paymentOptionForm } from './payment-option-form.ts'

const plain = keptVerbs('payment_option', paymentOptionForm, {}, paymentOption)

/**
 * What is done with ways to pay. What one is stays as it is (payment_option.method_stays), FPX's stay where they are and
 * are only switched off (payment_option.gateway_stays), and one way is always on (payment_option.last_active).
 */
export const paymentOptions: typeof plain = {
  ...plain,
  async edit(trx, actor, at, input) {
    const { method } = await lockedRow(trx, 'payment_option', at)
    if (input.method !== method) throw new Refusal('payment_option.method_stays', 'method')
    return plain.edit(trx, actor, at, input)
  },
  async setStatus(trx, actor, at, status) {
    if (status === 'inactive') await refuseLastActive(trx, at)
    return plain.setStatus(trx, actor, at, status)
  },
  async remove(trx, actor, at) {
    await refuseLastActive(trx, at)
    const { method } = await lockedRow(trx, 'payment_option', at)
    if (gatewayLimits(method)) throw new Refusal('payment_option.gateway_stays')
    return plain.remove(trx, actor, at)
  },
}

/** Holds all active ways to pay before the one that is to go, so that two cannot go at the same moment. */
async function refuseLastActive(trx: Transaction<DB>, at: AtVersion): Promise<void> {
  const active = await trx
    .selectFrom('payment_option')
    .select('id')
    .where('status', '=', 'active')
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute()
  await lockedRow(trx, 'payment_option', at)
  if (active.length === 1 && active[0]!.id === at.id) throw new Refusal('payment_option.last_active')
}
