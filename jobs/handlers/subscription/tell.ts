import { originOf } from '#app/domain/entities/origin.ts'
import { subscriptionLetter } from '#app/domain/mails/platform/subscription.ts'
import { platformInvoices, subscriptionOf } from '#app/domain/subscriptions/find-subscription.server.ts'
import { subscriptionKeepers } from '#app/domain/subscriptions/notices.server.ts'
import { i18nOf } from '#app/i18n/i18n.server.ts'
import { knownLocale } from '#app/i18n/locales.ts'
import { enqueueFromJob } from '#jobs/enqueue.ts'
import type { Handler } from '#jobs/handler.ts'
import { sendPlatformLetter } from '#jobs/mail/send-letter.ts'

/** A mail to each who sees the subscription. */
export const tellSubscription: Handler<'subscription.tell'> = async (told, { inPlace, job }) => {
  await inPlace(async (trx) => {
    for (const { id } of await subscriptionKeepers(trx).execute())
      await enqueueFromJob(trx, job, 'subscription.mail', { user_id: id, ...told }, id)
  })
}

/** Nobody is told of an end that was moved meanwhile. */
export const mailSubscription: Handler<'subscription.mail'> = async (
  { user_id, expires_on, days },
  tools,
) => {
  const { entity, environment, inPlace } = tools
  const [reader, held, invoices, own] = await inPlace((trx) =>
    Promise.all([
      subscriptionKeepers(trx).where('id', '=', user_id).executeTakeFirst(),
      subscriptionOf(trx, entity.id),
      platformInvoices(trx, entity.id),
      trx.selectFrom('platform.entity').select('name').where('id', '=', entity.id).executeTakeFirstOrThrow(),
    ]),
  )
  if (!reader?.email || held?.expires_on !== expires_on) return
  const locale = knownLocale(reader.locale)
  const t = i18nOf(locale).getFixedT(locale)
  const open = invoices.find(({ kind, status }) => kind === 'renewal' && status === 'unpaid')
  const letter = subscriptionLetter(
    { package_name: held.package_name, expires_on, days, invoice: open ?? null },
    { t, locale, origin: originOf(entity, environment), organisation: own.name, reader: reader.name },
  )
  await sendPlatformLetter(tools, {
    to: { address: reader.email, name: reader.name, locale },
    letter,
    list: 'subscription',
  })
}
