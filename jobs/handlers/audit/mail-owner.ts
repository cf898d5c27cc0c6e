import type { Transaction } from 'kysely'
import { anchorLetter, verifyUrl } from '#app/domain/audit/seals/anchor-letter.ts'
import type { Anchor } from '#app/domain/audit/seals/seal.ts'
import { originOfMain } from '#app/domain/organisation/entities/origin.ts'
import { i18nOf } from '#app/i18n/i18n.ts'
import { knownLocale } from '#app/i18n/locales.ts'
import type { DB } from '#db/types.ts'
import type { Handler } from '#jobs/handler.ts'
import { sendPlatformLetter } from '#jobs/mail/send-letter.ts'

/** About the platform's own log; none where the platform has no mail server. */
export const mailOwnersAnchor: Handler<'audit.mail_owner'> = async ({ operator_id, ...anchor }, tools) => {
  const { inPlace, environment } = tools
  const [owners, sealed_at] = await inPlace((trx) => Promise.all([activeOwners(trx), sealedAt(trx, anchor)]))
  const owner = owners.find(({ id }) => id === operator_id)
  if (!owner || !sealed_at || !environment.smtpUrl) return
  const { name, email } = owner
  const locale = knownLocale(owner.locale)
  const letter = anchorLetter(
    anchor,
    {
      ...{ reader: name, organisation: 'Lunas', sender: ['Lunas'], sealed_at },
      url: verifyUrl(originOfMain(environment), 'platform'),
    },
    { t: i18nOf(locale).getFixedT(locale), locale },
  )
  await sendPlatformLetter(tools, { to: { address: email, name, locale }, letter, list: 'audit' })
}

export function activeOwners(trx: Transaction<DB>) {
  return trx
    .selectFrom('platform.operator')
    .select(['id', 'name', 'email', 'locale'])
    .where('role', '=', 'owner')
    .where('status', '=', 'active')
    .execute()
}

/** Undefined when there is no such seal (any more). */
export async function sealedAt(trx: Transaction<DB>, { number, hash }: Anchor): Promise<Date | undefined> {
  const row = await trx
    .selectFrom('audit_seal')
    .select('at')
    .where('number', '=', number)
    .where('hash', '=', Buffer.from(hash, 'hex'))
    .executeTakeFirst()
  return row?.at
}
