import { organisationOf } from '#app/domain/billing/invoices/document.ts'
import { labelsOf } from '#app/domain/core/labels/find-labels.ts'
import { accountLetter } from '#app/domain/identity/letters/account.ts'
import { originOf } from '#app/domain/organisation/entities/origin.ts'
import { i18nOf } from '#app/i18n/i18n.ts'
import { knownLocale } from '#app/i18n/locales.ts'
import { isMailAddress } from '#app/integrations/mail/message.ts'
import { mailSettings } from '#jobs/mail/mail-settings.ts'
import { postLetter } from '#jobs/mail/send-letter.ts'
import type { Handler } from '../handler.ts'

/** At the address that the person had when it was changed. */
export const notifyAccount: Handler<'account.notify'> = async ({ user_id, what, address }, tools) => {
  const { inPlace, entity, environment, log } = tools
  const [organisation, person, labels] = await inPlace((trx) =>
    Promise.all([
      organisationOf(trx),
      trx.selectFrom('user_account').select(['name', 'locale']).where('id', '=', user_id).executeTakeFirst(),
      labelsOf(trx),
    ]),
  )
  if (!person || !isMailAddress(address)) return
  const locale = knownLocale(person.locale)
  const t = i18nOf(locale, labels).getFixedT(locale)
  const letter = accountLetter(
    { organisation, name: person.name, what },
    { t, origin: originOf(entity, environment) },
  )
  const to = { address, name: person.name, locale }
  const post = { to, letter, organisation, list: 'account' }
  const sent = await postLetter(tools, await mailSettings(tools), post)
  log.info({ user: user_id, what, sent }, sent ? 'mail sent' : 'mail was sent before')
}
