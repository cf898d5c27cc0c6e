import { deciders, type Ending, endingsFor, noticeDays } from '#app/domain/catalogue/discounts/ending.ts'
import { databaseDay } from '#app/domain/core/clock.ts'
import { formatDate } from '#app/domain/core/dates.ts'
import { defineLetter } from '#app/domain/core/letters/define-letter.ts'
import { lineOf } from '#app/domain/core/letters/line.ts'
import { greetingOf, senderOf } from '#app/domain/core/letters/phrases.ts'
import { recipientAmong } from '#app/domain/identity/accounts/accounts.ts'
import { paths } from '#app/paths.ts'

/** Told one by one; the list has them all. */
const most = 12

/**
 * To one who decides: what ends soon, before anybody is billed without it who should not be. Nothing of what was renewed or
 * ended meanwhile.
 */
export const endingLetter = defineLetter<'discount.ending', readonly Ending[]>({
  list: 'student-discount',
  async load(trx, { user_id, ids }) {
    const rows = await endingsFor(trx, user_id, ids, await databaseDay(trx))
    return rows.length > 0 ? rows : undefined
  },
  to: (trx, { user_id }) => recipientAmong(deciders(trx), user_id),

  compose(rows, { t, locale, origin, organisation, reader }) {
    const sender = senderOf(organisation)
    const values = { count: rows.length, days: noticeDays, organisation: sender.name }
    const given = rows.some(({ student }) => student !== null)
    const rest = rows.length - most
    return {
      subject: t('mail.discount_ending.subject', values),
      greeting: greetingOf(reader, t),
      paragraphs: [
        t('mail.discount_ending.text', values),
        ...(rest > 0 ? [t('mail.discount_ending.more', { count: rest })] : []),
      ],
      facts: rows.slice(0, most).map(({ student, discount, ends_on }) => ({
        label: student === null ? lineOf(discount) : `${lineOf(student)} · ${lineOf(discount)}`,
        value: formatDate(ends_on, locale),
      })),
      action: {
        label: t('mail.discount_ending.see'),
        url:
          origin +
          (given ? paths.student_discount.list({ ends: 'soon' }) : paths.discount.list({ ends: 'soon' })),
      },
      sender: sender.lines,
      note: t('mail.discount_ending.note', values),
    }
  },
})
