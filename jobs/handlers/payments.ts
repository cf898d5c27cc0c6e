import { systemActor } from '#app/domain/core/actor.ts'
import { ringOf } from '#app/domain/core/secrets.ts'
import { enquireAttempt } from '#app/domain/gateways/answers/enquire.ts'
import { cancelAttempt } from '#app/domain/gateways/chip/purchase.ts'
import { sweepEnquiries } from '#app/domain/payments/attempts/enquiry-schedule.ts'
import { openRemovedHookKey } from '#app/domain/payments/chip/account.ts'
import { sendRefund } from '#app/domain/payments/credit-refunds/refund-by-chip.ts'
import { filesOfOldSlips, removeOldSlipFiles } from '#app/domain/payments/transfer-slips/change-slip.ts'
import { deleteHook } from '#app/integrations/chip/calls.ts'
import { chipUrl } from '#app/integrations/chip/config.ts'
import { fpxConfig } from '#app/integrations/fpx/config.ts'
import type { Handler } from '#jobs/handler.ts'

export const enquirePayment: Handler<'payment.enquire'> = async (
  { attempt_id },
  { withTenant, entity, environment, log },
) => {
  const keys = { ring: ringOf(environment), place: entity.schema_name }
  const gateways = { fpx: () => fpxConfig(environment), chip: { keys, url: chipUrl(environment) } }
  const applied = await enquireAttempt({ gateways, write: withTenant }, systemActor, attempt_id, 'due')
  if (applied?.alarm) log.error({ attempt_id, ...applied.alarm }, 'payment needs a person')
}

/** What became of a payment of the platform's own: as for an organisation's, at the platform's place. */
export const enquirePlatformPayment: Handler<'platform_payment.enquire'> = async (
  { attempt_id },
  { withTenant, environment, log },
) => {
  const keys = { ring: ringOf(environment), place: 'platform' }
  const gateways = { fpx: () => fpxConfig(environment), chip: { keys, url: chipUrl(environment) } }
  const applied = await enquireAttempt({ gateways, write: withTenant }, systemActor, attempt_id, 'due')
  if (applied?.alarm) log.error({ attempt_id, ...applied.alarm }, 'payment needs a person')
}

export const sweepPayments: Handler<'payment.sweep'> = async (_payload, { withTenant, log }) => {
  const lost = await withTenant((trx) => sweepEnquiries(trx))
  if (lost > 0) log.warn({ lost }, 'lost enquiries are made again')
}

export const cancelChip: Handler<'chip.cancel'> = async (
  { attempt_id },
  { withTenant, entity, environment, log },
) => {
  const keys = { ring: ringOf(environment), place: entity.schema_name }
  const gateways = { fpx: () => fpxConfig(environment), chip: { keys, url: chipUrl(environment) } }
  const applied = await cancelAttempt({ gateways, write: withTenant }, systemActor, attempt_id)
  if (applied?.alarm) log.error({ attempt_id, ...applied.alarm }, 'payment needs a person')
}

/** Twice is harmless. Where the old key is good for nothing any more, CHIP tells us nothing by it either. */
export const unhookChip: Handler<'chip.unhook'> = async (
  { hook_id, key_sealed },
  { entity, environment, log },
) => {
  const keys = { ring: ringOf(environment), place: entity.schema_name }
  const config = { url: chipUrl(environment), secretKey: openRemovedHookKey(keys, hook_id, key_sealed) }
  const reply = await deleteHook(config, hook_id)
  if (reply.kind === 'unknown') throw new Error(`CHIP did not remove the webhook: ${reply.detail}`)
  if (reply.kind === 'refused') log.warn({ hook_id, status: reply.status }, 'CHIP keeps an old webhook')
}

/** The next step of a refund through CHIP; tried again when CHIP could not be asked how the purchase stands. */
export const refundByChip: Handler<'credit_refund.chip'> = async (
  { credit_refund_id },
  { withTenant, entity, environment, log },
) => {
  const keys = { ring: ringOf(environment), place: entity.schema_name }
  const gateways = { fpx: () => fpxConfig(environment), chip: { keys, url: chipUrl(environment) } }
  const actor = { ...systemActor, name: 'CHIP' }
  const end = await sendRefund({ gateways, write: withTenant }, actor, credit_refund_id)
  if (end === 'unknown') throw new Error('CHIP could not be asked about a refund')
  if (end === 'failed') log.warn({ credit_refund_id }, 'CHIP sent nothing back')
}

/** The files go first: should the rest fail, the next night finds their rows and removes what is gone already. */
export const cleanSlipPapers: Handler<'transfer_slip.upkeep'> = async (
  _payload,
  { withTenant, files, log },
) => {
  const papers = await withTenant(filesOfOldSlips)
  for (const { storage_key } of papers) await files.remove(storage_key)
  const removed = await withTenant((trx) => removeOldSlipFiles(trx, papers))
  if (removed > 0) log.info({ removed }, 'papers of old slips removed')
}
