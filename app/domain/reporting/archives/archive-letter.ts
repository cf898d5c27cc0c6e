import { formatDate, todayIn } from '#app/domain/core/dates.ts'
import { defineLetter } from '#app/domain/core/letters/define-letter.ts'
import { greetingOf, senderOf } from '#app/domain/core/letters/phrases.ts'
import { recipientOf } from '#app/domain/core/letters/recipients.ts'
import { paths } from '#app/paths.ts'

interface Content {
  id: string
  kind: string
  for_office: boolean
  starts_on: string | null
  ends_on: string | null
  expires_at: Date
  differences: number | null
}

/** To who asked for an archive: it is ready, and until when. The file itself never leaves by mail. Not sent once it is gone. */
export const archiveLetter = defineLetter<'archive.mail', Content>({
  list: 'archive',
  async load(trx, { archive_id }) {
    const row = await trx
      .selectFrom('archive')
      .select(['id', 'kind', 'for_office', 'starts_on', 'ends_on', 'expires_at', 'differences'])
      .where('id', '=', archive_id)
      .where('status', '=', 'ready')
      .executeTakeFirst()
    return row?.expires_at ? { ...row, expires_at: row.expires_at } : undefined
  },
  async to(trx, { user_id }) {
    const account = await trx
      .selectFrom('user_account')
      .select(['name', 'email', 'locale'])
      .where('id', '=', user_id)
      .where('status', '=', 'active')
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    return account && recipientOf(account)
  },

  compose({ id, kind, for_office, starts_on, ends_on, expires_at, differences }, setting) {
    const { t, locale, origin, organisation, reader } = setting
    const sender = senderOf(organisation)
    const about = {
      organisation: sender.name,
      from: starts_on ? formatDate(starts_on, locale) : '',
      to: ends_on ? formatDate(ends_on, locale) : '',
    }
    const place = kind === 'year' ? 'year' : for_office ? 'office' : 'family'
    const url = kind === 'year' ? paths.year_archive.view(id) : paths.family_archive.view(id)
    return {
      subject: t(`mail.archive.${place}_subject`, about),
      greeting: greetingOf(reader, t),
      paragraphs: [
        t(`mail.archive.${place}_text`, about),
        ...(kind === 'year'
          ? [t(differences ? 'mail.archive.differs' : 'mail.archive.ties', { count: differences ?? 0 })]
          : []),
        t('mail.archive.sign_in'),
      ],
      facts: [{ label: t('archive.expires_at'), value: formatDate(todayIn(expires_at), locale) }],
      action: { label: t('mail.archive.see'), url: origin + url },
      sender: sender.lines,
      note: t('mail.archive.why', { organisation: sender.name }),
    }
  },
})
