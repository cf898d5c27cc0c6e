import { lockedRow } from '#app/domain/core/crud/kept-rows.ts'
import { keptVerbs, refuseLastActive } from '#app/domain/core/crud/kept-verbs.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { paymentOption } from './find-payment-options.ts'
import { gatewayLimits } from './payment-option.ts'
import { paymentOptionForm } from './payment-option-form.ts'

const plain = keptVerbs('payment_option', paymentOptionForm, {}, paymentOption)

/**
 * What is done with ways to pay. What one is stays as it is (payment_option.method_stays), those of a gateway stay where they
 * are and are only switched off (payment_option.gateway_stays), and one way is always on (payment_option.last_active).
 */
export const paymentOptions: typeof plain = {
  ...plain,
  async edit(trx, actor, at, input) {
    const { method } = await lockedRow(trx, 'payment_option', at)
    if (input.method !== method) throw new Refusal('payment_option.method_stays', 'method')
    return plain.edit(trx, actor, at, input)
  },
  async setStatus(trx, actor, at, status) {
    if (status === 'inactive') await refuseLastActive(trx, 'payment_option', at)
    return plain.setStatus(trx, actor, at, status)
  },
  async remove(trx, actor, at) {
    await refuseLastActive(trx, 'payment_option', at)
    const { method } = await lockedRow(trx, 'payment_option', at)
    if (gatewayLimits(method)) throw new Refusal('payment_option.gateway_stays')
    return plain.remove(trx, actor, at)
  },
}
