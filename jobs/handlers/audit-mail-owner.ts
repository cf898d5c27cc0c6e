import type { Transaction } from 'kysely'
import { anchorLetter, verifyUrl } from '#app/domain/mails/anchor.ts'
import { i18nOf } from '#app/i18n/i18n.server.ts'
import { platformMail } from '#app/integrations/mail/settings.ts'
import type { DB } from '#db/types.ts'
import type { Handler } from '../handler.ts'
import { messageOf, sealedAt } from './anchor-message.ts'

/** The mail about the platform's own log to one of its owners; a run that is repeated may send a copy. */
export const mailOwnersAnchor: Handler<'audit.mail_owner'> = async ({ operator_id, ...anchor }, tools) => {
  const { inPlace, environment, mailer, job } = tools
  const [owners, sealed_at] = await inPlace((trx) => Promise.all([activeOwners(trx), sealedAt(trx, anchor)]))
  const owner = owners.find(({ id }) => id === operator_id)
  const settings = platformMail(environment)
  if (!owner || !sealed_at || !settings) return
  const locale = owner.locale === 'my' ? 'my' : 'en'
  const url = verifyUrl(`${environment.secure ? 'https' : 'http'}://${environment.mainHost}`, 'platform')
  const letter = anchorLetter(
    anchor,
    { reader: owner.name, organisation: 'Lunas', sender: ['Lunas'], sealed_at, url },
    { t: i18nOf(locale).getFixedT(locale), locale },
  )
  const message = messageOf(letter, owner.email, owner.name, { locale, colour: null })
  await mailer.send(settings, { ...message, id: job.id })
}

/** Who gets the anchor of the platform's log. */
export function activeOwners(trx: Transaction<DB>) {
  return trx
    .selectFrom('platform.operator')
    .select(['id', 'name', 'email', 'locale'])
    .where('role', '=', 'owner')
    .where('status', '=', 'active')
    .execute()
}
