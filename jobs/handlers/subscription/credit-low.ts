import { originOf } from '#app/domain/entities/origin.ts'
import { messageCreditLetter } from '#app/domain/mails/platform/message-credit.ts'
import { warnedCreditsOf } from '#app/domain/subscriptions/message-credits/credits.server.ts'
import { subscriptionKeepers } from '#app/domain/subscriptions/notices.server.ts'
import { i18nOf } from '#app/i18n/i18n.server.ts'
import { knownLocale } from '#app/i18n/locales.ts'
import { enqueueFromJob } from '#jobs/enqueue.ts'
import type { Handler } from '#jobs/handler.ts'
import { sendPlatformLetter } from '#jobs/mail/send-letter.ts'

/** A mail to each who sees the subscription. */
export const tellCreditLow: Handler<'subscription.credit_low'> = async (_, { inPlace, job }) => {
  await inPlace(async (trx) => {
    for (const { id } of await subscriptionKeepers(trx).execute())
      await enqueueFromJob(trx, job, 'subscription.credit_mail', { user_id: id }, id)
  })
}

/** Tells how many are left now; nobody, when enough were added meanwhile. */
export const mailCreditLow: Handler<'subscription.credit_mail'> = async ({ user_id }, tools) => {
  const { entity, environment, inPlace } = tools
  const [reader, credit, own] = await inPlace((trx) =>
    Promise.all([
      subscriptionKeepers(trx).where('id', '=', user_id).executeTakeFirst(),
      warnedCreditsOf(trx, entity.id),
      trx.selectFrom('platform.entity').select('name').where('id', '=', entity.id).executeTakeFirstOrThrow(),
    ]),
  )
  if (!reader?.email || credit === null) return
  const locale = knownLocale(reader.locale)
  const t = i18nOf(locale).getFixedT(locale)
  const origin = originOf(entity, environment)
  await sendPlatformLetter(tools, {
    to: { address: reader.email, name: reader.name, locale },
    letter: messageCreditLetter(credit, { t, origin, organisation: own.name, reader: reader.name }),
    list: 'subscription',
  })
}
