import { chipFeeLetter } from '#app/domain/platform/subscriptions/chip-fee-letter.ts'
import { unpaidChipFee } from '#app/domain/platform/subscriptions/chip-fees/billed.ts'
import { platformInvoices, subscriptionOf } from '#app/domain/platform/subscriptions/find-subscription.ts'
import { subscriptionLetter } from '#app/domain/platform/subscriptions/subscription-letter.ts'
import { enqueueFromJob } from '#app/outbox/enqueue.ts'
import type { Handler } from '#jobs/handler.ts'
import { forEachKeeper, writeToKeeper } from './keepers.ts'

/** A mail to each who sees the subscription. */
export const tellSubscription: Handler<'subscription.tell'> = (told, tools) =>
  forEachKeeper(tools, (trx, user_id) =>
    enqueueFromJob(trx, tools.job, 'subscription.mail', { user_id, ...told }, user_id),
  )

/** Nobody is told of an end that was moved meanwhile. */
export const mailSubscription: Handler<'subscription.mail'> = ({ user_id, expires_on, days }, tools) =>
  writeToKeeper(tools, user_id, async (trx) => {
    const { id } = tools.entity
    const [held, invoices] = await Promise.all([subscriptionOf(trx, id), platformInvoices(trx, id)])
    if (held?.expires_on !== expires_on) return undefined
    const invoice = invoices.find(({ kind, status }) => kind === 'renewal' && status === 'unpaid') ?? null
    const { package_name } = held
    return (setting) => subscriptionLetter({ package_name, expires_on, days, invoice }, setting)
  })

/** Of the invoice for payments by CHIP, likewise to each. */
export const tellChipFee: Handler<'subscription.tell_fee'> = (told, tools) =>
  forEachKeeper(tools, (trx, user_id) =>
    enqueueFromJob(trx, tools.job, 'subscription.mail_fee', { user_id, ...told }, user_id),
  )

/** Nobody is told of what was paid or cancelled meanwhile. */
export const mailChipFee: Handler<'subscription.mail_fee'> = ({ user_id, invoice_id }, tools) =>
  writeToKeeper(tools, user_id, async (trx) => {
    const invoice = await unpaidChipFee(trx, invoice_id)
    return invoice && ((setting) => chipFeeLetter(invoice, setting))
  })
