import { organisationOf } from '#app/domain/billing/invoices/document.ts'
import { platformSender, senderOf } from '#app/domain/core/letters/phrases.ts'
import { recoveryLetter } from '#app/domain/identity/letters/recovery.ts'
import { newRecoveryToken, type Side } from '#app/domain/identity/passwords/recovery.ts'
import { originOf, originOfMain } from '#app/domain/organisation/entities/origin.ts'
import { i18nOf } from '#app/i18n/i18n.ts'
import { knownLocale } from '#app/i18n/locales.ts'
import { isMailAddress } from '#app/integrations/mail/message.ts'
import type { MailSettings } from '#app/integrations/mail/settings.ts'
import { mailSettings, platformSettings } from '#jobs/mail/mail-settings.ts'
import { type Post, postLetter } from '#jobs/mail/send-letter.ts'
import type { Handler, JobTools } from '../handler.ts'

export const sendRecovery: Handler<'recovery.send'> = async ({ user_id }, tools) => {
  if (!user_id) return
  const found = await tools.inPlace(async (trx) => {
    const account = await trx
      .selectFrom('user_account')
      .select(['name', 'email', 'locale'])
      .where('id', '=', user_id)
      .where('deleted_at', 'is', null)
      .where('status', '<>', 'inactive')
      .executeTakeFirst()
    const organisation = await organisationOf(trx)
    return account && { account, organisation }
  })
  if (!found) return
  await send(tools, {
    side: 'tenant',
    person_id: user_id,
    account: found.account,
    settings: await mailSettings(tools),
    sender: senderOf(found.organisation),
    organisation: found.organisation,
    origin: originOf(tools.entity, tools.environment),
  })
}

export const sendOperatorRecovery: Handler<'operator_recovery.send'> = async ({ operator_id }, tools) => {
  if (!operator_id) return
  const account = await tools.inPlace((trx) =>
    trx
      .selectFrom('platform.operator')
      .select(['name', 'email', 'locale'])
      .where('id', '=', operator_id)
      .where('status', '=', 'active')
      .executeTakeFirst(),
  )
  if (!account) return
  const sender = platformSender(tools.environment)
  await send(tools, {
    side: 'main',
    person_id: operator_id,
    account,
    settings: platformSettings(tools.environment, sender.name),
    sender,
    origin: originOfMain(tools.environment),
  })
}

interface Sending {
  side: Side
  person_id: string
  account: { name: string; email: string | null; locale: string }
  settings: MailSettings
  sender: { name: string; lines: string[] }
  organisation?: Post['organisation']
  origin: string
}

/** The token is made here and is nowhere but in the mail; a run that comes again makes another in its place. */
async function send(
  tools: JobTools,
  { side, person_id, account, origin, ...sending }: Sending,
): Promise<void> {
  const { name, email } = account
  if (!email || !isMailAddress(email)) return
  const token = await tools.inPlace(async (trx) => {
    const sent = await trx
      .selectFrom('sent_mail')
      .select('key')
      .where('key', '=', tools.job.id)
      .executeTakeFirst()
    return sent ? undefined : newRecoveryToken(trx, side, person_id)
  })
  if (!token) return
  const locale = knownLocale(account.locale)
  const t = i18nOf(locale).getFixedT(locale)
  const { settings, sender, organisation } = sending
  await postLetter(tools, settings, {
    to: { address: email, name, locale },
    letter: recoveryLetter({ name, email }, { t, sender, origin, side, token }),
    ...(organisation && { organisation }),
    list: 'recovery',
  })
  tools.log.info({ [side === 'tenant' ? 'user' : 'operator']: person_id }, 'recovery link sent')
}
