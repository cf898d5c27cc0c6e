import { formatDate } from '#app/domain/core/dates.ts'
import type { Letter, ReaderSetting } from '#app/domain/core/letters/letter.ts'
import { greetingOf, senderOf } from '#app/domain/core/letters/phrases.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import { longSilence } from '#app/domain/payments/arrears/contact.ts'
import type { ToldArrears } from '#app/domain/payments/reminders/bucket-mail.ts'
import { paths } from '#app/paths.ts'

/** To who manages, once a month: what is outstanding by how long it is. It names no family. */
export function arrearsLetter(
  { buckets, late }: ToldArrears,
  { t, locale, origin, organisation, reader }: ReaderSetting,
): Letter {
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
}
