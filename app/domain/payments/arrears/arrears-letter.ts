import { currentDay } from '#app/domain/core/clock.ts'
import { formatDate } from '#app/domain/core/dates.ts'
import { defineLetter } from '#app/domain/core/letters/define-letter.ts'
import { greetingOf, senderOf } from '#app/domain/core/letters/phrases.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import { recipientAmong } from '#app/domain/identity/accounts/accounts.ts'
import { longSilence } from '#app/domain/payments/arrears/contact.ts'
import type { ToldArrears } from '#app/domain/payments/reminders/bucket-mail.ts'
import { arrearsReaders, arrearsSummary } from '#app/domain/payments/reminders/bucket-mail.ts'
import { paths } from '#app/paths.ts'

/**
 * To who manages, once a month: what is outstanding by how long it is, with the figures of the moment. It names no family. None where nothing
 * is late.
 */
export const arrearsLetter = defineLetter<'arrears.mail', ToldArrears>({
  list: 'arrears',
  noReply: true,
  async load(trx) {
    const told = await arrearsSummary(trx, currentDay())
    return told.late.owed_sen === 0 ? undefined : told
  },
  to: (trx, { user_id }) => recipientAmong(arrearsReaders(trx), user_id),

  compose({ buckets, late }, { t, locale, origin, organisation, reader }) {
    const sender = senderOf(organisation)
    const line = (families: number, sen: number) =>
      t('mail.arrears.line', { count: families, amount: formatRinggit(sen) })
    const oldest = late.oldest_due_on
    return {
      subject: t('mail.arrears.subject', { amount: formatRinggit(late.owed_sen), organisation: sender.name }),
      greeting: greetingOf(reader, t),
      paragraphs: [t('mail.arrears.text', { count: late.families })],
      figure: { label: t('mail.arrears.late'), value: formatRinggit(late.owed_sen) },
      facts: [
        ...buckets
          .filter(({ owed_sen }) => owed_sen > 0)
          .map(({ bucket, families, owed_sen }) => ({
            label: t(`dashboard.buckets.${bucket}`),
            value: line(families, owed_sen),
          })),
        ...(oldest ? [{ label: t('mail.arrears.oldest'), value: formatDate(oldest, locale) }] : []),
        ...(late.silent > 0
          ? [
              {
                label: t('mail.arrears.silent', { days: longSilence }),
                value: t('mail.arrears.families', { count: late.silent }),
              },
            ]
          : []),
      ],
      action: { label: t('mail.arrears.see'), url: origin + paths.arrears() },
      sender: sender.lines,
      note: t('mail.arrears.note', { organisation: sender.name }),
    }
  },
})
