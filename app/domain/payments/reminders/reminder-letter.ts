import { formatDate } from '#app/domain/core/dates.ts'
import type { Letter, LetterSetting } from '#app/domain/core/letters/letter.ts'
import { lineOf } from '#app/domain/core/letters/line.ts'
import { greetingOf, senderOf } from '#app/domain/core/letters/phrases.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import type { ToSend } from '#app/domain/payments/reminders/send-reminder.ts'
import { filledIn, wordingOf } from '#app/domain/payments/reminders/wording.ts'
import { paths } from '#app/paths.ts'

const sumOf = (invoices: readonly { balance_sen: number }[]) =>
  formatRinggit(invoices.reduce((total, { balance_sen }) => total + balance_sen, 0))

/** Invoices that a mail names one by one. */
const mostNamed = 12

/**
 * What a family owes, in the organisation's words. It names no child. Its button leads to the invoice that is due first,
 * which is paid without an account; who owes several and has an account finds all of them on the dashboard.
 */
export function feeReminderLetter(
  { parent, level, invoices, wording }: ToSend,
  { t, locale, origin, organisation }: LetterSetting,
): Letter {
  const sender = senderOf(organisation)
  const [first] = invoices
  const sum = sumOf(invoices)
  const values = {
    parent: lineOf(parent.name),
    school: sender.name,
    amount: sum,
    due: first ? formatDate(first.due_on, locale) : '',
    number: invoices
      .slice(0, mostNamed)
      .map(({ number }) => number)
      .join(', '),
    link: '',
    student: '',
  }
  const { subject = '', text } = wordingOf(wording, `level_${level}`, locale, (key, given) => t(key, given))
  const rest = invoices.slice(mostNamed)
  const pages = invoices.length > 1 && parent.has_account
  return {
    subject: filledIn(subject, values),
    greeting: greetingOf(parent.name, t),
    paragraphs: filledIn(text, values)
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean),
    figure: { label: t('mail.fee_reminder.amount'), value: sum },
    facts: [
      ...invoices.slice(0, mostNamed).map(({ number, due_on, balance_sen }) => ({
        label: number,
        value: t('mail.fee_reminder.line', {
          amount: formatRinggit(balance_sen),
          due_on: formatDate(due_on, locale),
        }),
      })),
      ...(rest.length > 0
        ? [
            {
              label: t('mail.fee_reminder.besides'),
              value: t('mail.fee_reminder.more', { count: rest.length, amount: sumOf(rest) }),
            },
          ]
        : []),
    ],
    action: pages
      ? { label: t('mail.fee_reminder.pay'), url: origin + paths.dashboard() }
      : {
          label: t('mail.fee_reminder.pay_first', { number: first?.number ?? '' }),
          url: origin + paths.invoice.status(first?.public_code ?? ''),
        },
    sender: sender.lines,
    note: t('mail.fee_reminder.note', { organisation: sender.name }),
  }
}
