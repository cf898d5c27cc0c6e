import { systemActor } from '#app/domain/core/actor.ts'
import { environmentKeyring } from '#app/domain/core/secrets.ts'
import { enquireAttempt } from '#app/domain/gateways/answers/enquire.ts'
import { cancelAttempt } from '#app/domain/gateways/chip/purchase.ts'
import { assignUnattended } from '#app/domain/gateways/payment-exceptions/change-exception.ts'
import {
  notifyOperatorsFromJob,
  remindAll,
  remindOwners,
} from '#app/domain/gateways/payment-exceptions/raise-exception.ts'
import { sweepEnquiries } from '#app/domain/payments/attempts/enquiry-schedule.ts'
import type { Gateways } from '#app/domain/payments/attempts/gateway-client.ts'
import { openRemovedHookKey } from '#app/domain/payments/chip/account.ts'
import { sendRefund } from '#app/domain/payments/credit-refunds/refund-by-chip.ts'
import { filesOfOldSlips, removeOldSlipFiles } from '#app/domain/payments/transfer-slips/change-slip.ts'
import type { Environment } from '#app/environment.ts'
import { deleteHook } from '#app/integrations/chip/calls.ts'
import { chipUrl } from '#app/integrations/chip/config.ts'
import { fpxConfig } from '#app/integrations/fpx/config.ts'
import type { Handler } from '#jobs/handler.ts'

/** Asks the gateway what became of an attempt of an organisation. */
export const enquirePayment: Handler<'payment.enquire'> = async (
  { attempt_id },
  { withTenant, entity, environment, log },
) => {
  const gateways = gatewaysOf(environment, entity.schema_name)
  const applied = await enquireAttempt({ gateways, write: withTenant }, systemActor, attempt_id, 'due')
  if (applied?.alarm) log.error({ attempt_id, ...applied.alarm }, 'payment needs a person')
}

/** The same for a payment of an invoice of the platform. */
export const enquirePlatformPayment: Handler<'platform_payment.enquire'> = async (
  { attempt_id },
  { withTenant, environment, log },
) => {
  const gateways = gatewaysOf(environment, 'platform')
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
  const gateways = gatewaysOf(environment, entity.schema_name)
  const applied = await cancelAttempt({ gateways, write: withTenant }, systemActor, attempt_id)
  if (applied?.alarm) log.error({ attempt_id, ...applied.alarm }, 'payment needs a person')
}

/** Safe to repeat. When CHIP refuses the old key, its webhook stays, but CHIP sends nothing for that account either. */
export const unhookChip: Handler<'chip.unhook'> = async (
  { hook_id, key_sealed },
  { entity, environment, log },
) => {
  const keys = { ring: environmentKeyring(environment), place: entity.schema_name }
  const config = { url: chipUrl(environment), secretKey: openRemovedHookKey(keys, hook_id, key_sealed) }
  const reply = await deleteHook(config, hook_id)
  if (reply.kind === 'unknown') throw new Error(`CHIP did not remove the webhook: ${reply.detail}`)
  if (reply.kind === 'refused') log.warn({ hook_id, status: reply.status }, 'CHIP keeps an old webhook')
}

/** The next step of a refund through CHIP; retried when CHIP could not be asked about the purchase. */
export const refundByChip: Handler<'credit_refund.chip'> = async (
  { credit_refund_id },
  { withTenant, entity, environment, log },
) => {
  const gateways = gatewaysOf(environment, entity.schema_name)
  const actor = { ...systemActor, name: 'CHIP' }
  const end = await sendRefund({ gateways, write: withTenant }, actor, credit_refund_id)
  if (end === 'unknown') throw new Error('CHIP could not be asked about a refund')
  if (end === 'failed') log.warn({ credit_refund_id }, 'CHIP sent nothing back')
}

/** Removes the files before their rows: if that fails in between, the next night finds the rows and repeats it. */
export const cleanSlipPapers: Handler<'transfer_slip.upkeep'> = async (
  _payload,
  { withTenant, files, log },
) => {
  const papers = await withTenant(filesOfOldSlips)
  for (const { storage_key } of papers) await files.remove(storage_key)
  const removed = await withTenant((trx) => removeOldSlipFiles(trx, papers))
  if (removed > 0) log.info({ removed }, 'papers of old slips removed')
}

function gatewaysOf(environment: Environment, schema: string): Gateways {
  const keys = { ring: environmentKeyring(environment), place: schema }
  return { fpx: () => fpxConfig(environment), chip: { keys, url: chipUrl(environment) } }
}

/** Operators are known only in the platform's schema. */
export const notifyOperatorsOfException: Handler<'exception.notify_operators'> = (
  { exception_id },
  { withPlatform, job },
) => withPlatform((trx) => notifyOperatorsFromJob(trx, job, exception_id))

/** Assigns unassigned exceptions first, so that they are in the same reminder. */
export const remindOfExceptions: Handler<'exception.remind'> = async (_payload, { withTenant, job, log }) => {
  const given = await withTenant((trx) => assignUnattended(trx))
  if (given > 0) log.info({ given }, 'exceptions that nobody had taken have an owner')
  await withTenant((trx) => remindOwners(trx, job))
}

export const remindAllOfExceptions: Handler<'exception.remind_all'> = async (
  _payload,
  { withTenant, job, log },
) => {
  const places = await withTenant((trx) => remindAll(trx, job))
  if (places > 0) log.info({ places }, 'exceptions that wait for long are in the mail')
}
