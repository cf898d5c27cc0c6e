import { i18nOf } from '#app/i18n/i18n.ts'
import { knownLocale } from '#app/i18n/locales.ts'
import type { MessageError } from '#app/integrations/sms/error.ts'
import { sendText } from '#app/integrations/sms/send.ts'
import { gatewayOf, openChannels } from '#app/integrations/sms/settings.ts'
import { prefixed } from '#app/integrations/sms/text.ts'
import type { Handler } from '#jobs/handler.ts'
import { limitReached } from './codes.ts'

/**
 * Tells a phone that it no longer is that of an account. Without a gateway, or over the day's limit, it is not sent: the mail
 * to the account says the same. A message that may have gone out is not sent again.
 */
export const sendAccountText: Handler<'account.text'> = async ({ user_id, parent_id, phone }, tools) => {
  const { environment, withTenant, withPlatform, log, entity, job } = tools
  const [channel] = openChannels(environment)
  const gateway = channel && gatewayOf(environment, channel)
  if (!gateway) return log.info({ user_id }, 'no gateway: the former phone was not told')
  const known = await withTenant(async (trx) => {
    const account = user_id
      ? await trx.selectFrom('user_account').select('locale').where('id', '=', user_id).executeTakeFirst()
      : await trx
          .selectFrom('parent')
          .select('preferred_locale as locale')
          .where('id', '=', parent_id ?? null)
          .executeTakeFirst()
    const { nametag } = await trx
      .selectFrom('platform.entity')
      .select('nametag')
      .where('id', '=', entity.id)
      .executeTakeFirstOrThrow()
    const sent = await trx
      .insertInto('sent_mail')
      .values({ key: job.id, recipient: phone })
      .onConflict((conflict) => conflict.doNothing())
      .returning('key')
      .executeTakeFirst()
    return account && sent && { nametag, locale: knownLocale(account.locale) }
  })
  if (!known) return
  const over = await withPlatform((trx) => limitReached(trx, entity.id, phone, environment.messagesPerDay))
  if (over)
    return log.error({ user_id, limit: over }, 'no more messages today: the former phone was not told')
  const text = i18nOf(known.locale).getFixedT(known.locale)('auth.contact_changed_message')
  try {
    await sendText(gateway, { channel, to: phone, text: prefixed(channel, known.nametag, text) })
  } catch (error) {
    const { failure, maybe } = error as Partial<MessageError>
    log.warn({ user_id, failure, maybe }, 'the former phone was not told')
    if (maybe || failure === 'number' || failure === 'text') return
    await withTenant((trx) => trx.deleteFrom('sent_mail').where('key', '=', job.id).execute())
    throw error
  }
}
