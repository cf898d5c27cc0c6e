import { systemActor } from '#app/domain/core/actor.ts'
import { ringOf } from '#app/domain/core/secrets.ts'
import { sendRefund } from '#app/domain/payments/credit-refunds/by-chip/send-refund.ts'
import { chipUrl } from '#app/integrations/chip/config.ts'
import { fpxConfig } from '#app/integrations/fpx/config.ts'
import type { Handler } from '#jobs/handler.ts'

/** The next step of a refund through CHIP; tried again when CHIP could not be asked how the purchase stands. */
export const refundByChip: Handler<'credit_refund.chip'> = async (
  { credit_refund_id },
  { inPlace, entity, environment, log },
) => {
  const keys = { ring: ringOf(environment), place: entity.schema_name }
  const gateways = { fpx: () => fpxConfig(environment), chip: { keys, url: chipUrl(environment) } }
  const actor = { ...systemActor, name: 'CHIP' }
  const end = await sendRefund({ gateways, write: inPlace }, actor, credit_refund_id)
  if (end === 'unknown') throw new Error('CHIP could not be asked about a refund')
  if (end === 'failed') log.warn({ credit_refund_id }, 'CHIP sent nothing back')
}
