import { defineLetter } from '#app/domain/core/letters/define-letter.ts'
import { lineOf } from '#app/domain/core/letters/line.ts'
import { greetingOf, senderOf } from '#app/domain/core/letters/phrases.ts'
import { notifiableAccounts, recipientAmong } from '#app/domain/identity/accounts/accounts.ts'
import { paths } from '#app/paths.ts'
import { type Texts, titleOf } from './announcement.ts'

interface NotStarted {
  id: string
  texts: Pick<Texts, 'title_en' | 'title_my'>
  /** A code of the group `refusal`. */
  reason: string
}

/** To whoever scheduled an announcement that could not be sent at its time. Not sent once it is no draft any more. */
export const notStartedLetter = defineLetter<'announcement.not_started', NotStarted>({
  list: 'announcement',
  async load(trx, { announcement_id, reason }) {
    const row = await trx
      .selectFrom('announcement')
      .select(['id', 'title_en', 'title_my'])
      .where('id', '=', announcement_id)
      .where('status', '=', 'draft')
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    return row && { id: row.id, texts: row, reason }
  },
  to: (trx, { user_id }) => recipientAmong(notifiableAccounts(trx), user_id),

  compose({ id, texts, reason }, { t, locale, origin, organisation, reader }) {
    const sender = senderOf(organisation)
    const title = lineOf(titleOf(texts, locale))
    const why =
      reason === 'credit.insufficient' ? 'credits' : reason === 'announcement.nobody' ? 'nobody' : 'other'
    return {
      subject: t('mail.announcement.subject', { title }),
      greeting: greetingOf(reader, t),
      paragraphs: [t('mail.announcement.text', { title }), t(`mail.announcement.why_${why}`)],
      facts: [],
      action: { label: t('mail.announcement.see'), url: origin + paths.announcement.view(id) },
      sender: sender.lines,
      note: t('mail.announcement.note', { organisation: sender.name }),
    }
  },
})
