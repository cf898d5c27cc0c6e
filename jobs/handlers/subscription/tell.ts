import type { Transaction } from 'kysely'
import { originOf } from '#app/domain/entities/origin.ts'
import type { Letter } from '#app/domain/mails/letter.ts'
import { chipFeeLetter } from '#app/domain/mails/platform/chip-fee.ts'
import { type SubscriptionSetting, subscriptionLetter } from '#app/domain/mails/platform/subscription.ts'
import { unpaidChipFee } from '#app/domain/subscriptions/chip-fees/billed.server.ts'
import { platformInvoices, subscriptionOf } from '#app/domain/subscriptions/find-subscription.server.ts'
import { subscriptionKeepers } from '#app/domain/subscriptions/notices.server.ts'
import { i18nOf } from '#app/i18n/i18n.server.ts'
import { knownLocale } from '#app/i18n/locales.ts'
import type { DB } from '#db/types.ts'
import { enqueueFromJob } from '#jobs/enqueue.ts'
import type { Handler, TenantTools } from '#jobs/handler.ts'
import { sendPlatformLetter } from '#jobs/mail/send-letter.ts'

/** A mail to each who sees the subscription. */
export const tellSubscription: Handler<'subscription.tell'> = async (told, { inPlace, job }) => {
  await inPlace(async (trx) => {
    for (const { id } of await subscriptionKeepers(trx).execute())
      await enqueueFromJob(trx, job, 'subscription.mail', { user_id: id, ...told }, id)
  })
}

/** Nobody is told of an end that was moved meanwhile. */
export const mailSubscription: Handler<'subscription.mail'> = ({ user_id, expires_on, days }, tools) =>
  write(tools, user_id, async (trx) => {
    const { id } = tools.entity
    const [held, invoices] = await Promise.all([subscriptionOf(trx, id), platformInvoices(trx, id)])
    if (held?.expires_on !== expires_on) return undefined
    const invoice = invoices.find(({ kind, status }) => kind === 'renewal' && status === 'unpaid') ?? null
    const { package_name } = held
    return (setting) => subscriptionLetter({ package_name, expires_on, days, invoice }, setting)
  })

/** Of the invoice for payments by CHIP, likewise to each. */
export const tellChipFee: Handler<'subscription.tell_fee'> = async (told, { inPlace, job }) => {
  await inPlace(async (trx) => {
    for (const { id } of await subscriptionKeepers(trx).execute())
      await enqueueFromJob(trx, job, 'subscription.mail_fee', { user_id: id, ...told }, id)
  })
}

/** Nobody is told of what was paid or cancelled meanwhile. */
export const mailChipFee: Handler<'subscription.mail_fee'> = ({ user_id, invoice_id }, tools) =>
  write(tools, user_id, async (trx) => {
    const invoice = await unpaidChipFee(trx, invoice_id)
    return invoice && ((setting) => chipFeeLetter(invoice, setting))
  })

type Writes = (setting: SubscriptionSetting) => Letter

/** To one of those who still see the subscription, in their language, of what is still so. */
async function write(
  tools: TenantTools,
  user_id: string,
  find: (trx: Transaction<DB>) => Promise<Writes | undefined>,
): Promise<void> {
  const { entity, environment, inPlace } = tools
  const [reader, letter, own] = await inPlace((trx) =>
    Promise.all([
      subscriptionKeepers(trx).where('id', '=', user_id).executeTakeFirst(),
      find(trx),
      trx.selectFrom('platform.entity').select('name').where('id', '=', entity.id).executeTakeFirstOrThrow(),
    ]),
  )
  if (!reader?.email || !letter) return
  const locale = knownLocale(reader.locale)
  const t = i18nOf(locale).getFixedT(locale)
  const origin = originOf(entity, environment)
  await sendPlatformLetter(tools, {
    to: { address: reader.email, name: reader.name, locale },
    letter: letter({ t, locale, origin, organisation: own.name, reader: reader.name }),
    list: 'subscription',
  })
}
