import type { Transaction } from 'kysely'
import { formatInstant } from '#app/domain/core/dates.ts'
import { defineLetter, definePlatformLetter } from '#app/domain/core/letters/define-letter.ts'
import type { Letter, PlatformLetterSetting } from '#app/domain/core/letters/letter.ts'
import { greetingOf, senderOf } from '#app/domain/core/letters/phrases.ts'
import { recipientOf } from '#app/domain/core/letters/recipients.ts'
import { paths } from '#app/paths.ts'
import type { DB } from '#db/types.ts'
import { anchorReader } from './anchor.ts'
import { type Anchor, anchorCode } from './seal.ts'

interface Told {
  anchor: Anchor
  sealed_at: Date
}

/** The daily mail with the last seal of an audit log, to be kept: a log that was rewritten is found by it. */
export const anchorLetter = defineLetter<'audit.mail', Told>({
  list: 'audit',
  noReply: true,
  load: (trx, { user_id: _, ...anchor }) => sealed(trx, anchor),
  async to(trx, { user_id }) {
    const reader = await anchorReader(trx, user_id)
    return reader && recipientOf(reader)
  },
  compose(told, setting) {
    const { name, lines } = senderOf(setting.organisation)
    return compose(told, { ...setting, organisation: name, sender: lines, verify: paths.log.verify() })
  },
})

/** The same of the platform's own log, to its owners; none where the platform has no mail server. */
export const platformAnchorLetter = definePlatformLetter<'audit.mail_owner', Told>({
  list: 'audit',
  load: async (trx, { operator_id: _, ...anchor }, { environment }) =>
    environment.smtpUrl ? sealed(trx, anchor) : undefined,
  async to(trx, { operator_id }) {
    const owner = (await activeOwners(trx)).find(({ id }) => id === operator_id)
    return owner && recipientOf(owner)
  },
  compose: (told, setting) =>
    compose(told, {
      ...setting,
      organisation: 'Lunas',
      sender: ['Lunas'],
      verify: paths.admin.log.verify(),
    }),
})

interface Setting extends PlatformLetterSetting {
  organisation: string
  sender: string[]
  /** The page that checks a log by such a code. */
  verify: string
}

function compose({ anchor, sealed_at }: Told, setting: Setting): Letter {
  const { t, locale, organisation } = setting
  return {
    subject: t('mail.audit.subject', { organisation, number: anchor.number }),
    greeting: greetingOf(setting.reader, t),
    paragraphs: [t('mail.audit.what', { organisation }), t('mail.audit.why')],
    figure: { label: t('mail.audit.number'), value: String(anchor.number) },
    facts: [
      { label: t('mail.audit.sealed_at'), value: formatInstant(sealed_at, locale) },
      { label: t('mail.audit.code'), value: anchorCode(anchor) },
    ],
    action: { label: t('mail.audit.verify'), url: setting.origin + setting.verify },
    sender: setting.sender,
    note: t('mail.audit.note', { organisation }),
  }
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
async function sealed(trx: Transaction<DB>, anchor: Anchor): Promise<Told | undefined> {
  const row = await trx
    .selectFrom('audit_seal')
    .select('at')
    .where('number', '=', anchor.number)
    .where('hash', '=', Buffer.from(anchor.hash, 'hex'))
    .executeTakeFirst()
  return row && { anchor, sealed_at: row.at }
}
