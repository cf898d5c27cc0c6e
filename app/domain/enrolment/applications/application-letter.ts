import type { TFunction } from 'i18next'
import { formatDate, formatInstant } from '#app/domain/core/dates.ts'
import type { Letter, ReaderSetting } from '#app/domain/core/letters/letter.ts'
import { lineOf } from '#app/domain/core/letters/line.ts'
import { greetingOf, senderOf } from '#app/domain/core/letters/phrases.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import { paths } from '#app/paths.ts'

interface Child {
  name: string
  status: string
  reason: string | null
  subjects: readonly { name: string; is_waiting: boolean }[]
}

interface Told {
  number: string
  public_code: string
  submitted_at: Date
  students: readonly Child[]
}

interface Billed {
  number: string
  public_code: string
  balance_sen: number
  due_on: string
}

const namesOf = (students: readonly { name: string }[]) => students.map(({ name }) => lineOf(name)).join(', ')

/** To the family: it has come in, and where it can be looked at. */
export function receivedLetter(
  row: Told,
  { t, locale, origin, organisation, reader }: ReaderSetting,
): Letter {
  const sender = senderOf(organisation)
  const values = { number: row.number, organisation: sender.name, names: namesOf(row.students) }
  const waits = row.students.some(({ subjects }) => subjects.some(({ is_waiting }) => is_waiting))
  return {
    subject: t('mail.application.received_subject', values),
    greeting: greetingOf(reader, t),
    paragraphs: [
      t('mail.application.received_text', values),
      ...(waits ? [t('mail.application.received_waiting')] : []),
    ],
    facts: [
      { label: t('application.number'), value: row.number },
      { label: t('application.submitted_at'), value: formatInstant(row.submitted_at, locale) },
    ],
    action: { label: t('mail.application.see'), url: origin + paths.application.status(row.public_code) },
    sender: sender.lines,
    note: t('mail.application.received_note'),
  }
}

/**
 * To the family: what was decided about some of its children. `open`: others are still to be decided. With one invoice it
 * leads to that; with several to the family's page, which has them all.
 */
export function decidedLetter(
  row: Told & { decided: readonly Child[]; invoices: readonly Billed[]; open: boolean },
  { t, locale, origin, organisation, reader }: ReaderSetting,
): Letter {
  const sender = senderOf(organisation)
  const { number, public_code, decided, invoices, open } = row
  const owed = invoices.filter(({ balance_sen }) => balance_sen > 0)
  const sum = owed.reduce((total, { balance_sen }) => total + balance_sen, 0)
  const [only, ...others] = owed
  const page =
    only && others.length === 0
      ? { label: t('mail.application.pay'), url: origin + paths.invoice.status(only.public_code) }
      : {
          label: t(only ? 'mail.application.pay' : 'mail.application.see'),
          url: origin + paths.application.status(public_code),
        }
  const isRejected = decided.some(({ status }) => status === 'rejected')
  return {
    subject: t('mail.application.decided_subject', { number, organisation: sender.name }),
    greeting: greetingOf(reader, t),
    paragraphs: [
      ...decided.flatMap((child) => decidedWords(child, t)),
      ...(isRejected ? [t('mail.application.again')] : []),
      ...(open ? [t('mail.application.open')] : []),
    ],
    ...(sum > 0 ? { figure: { label: t('mail.application.amount'), value: formatRinggit(sum) } } : {}),
    facts: owed.flatMap(({ number, due_on }) => [
      { label: t('mail.application.number'), value: number },
      { label: t('mail.application.due_on'), value: formatDate(due_on, locale) },
    ]),
    action: page,
    sender: sender.lines,
    note: t('mail.application.received_note'),
  }
}

function decidedWords({ name: child, status, reason, subjects }: Child, t: TFunction): string[] {
  const name = lineOf(child)
  if (status === 'rejected')
    return [t('mail.application.rejected', { name, reason: lineOf(reason ?? '', 300) })]
  const classes = (waiting: boolean) =>
    subjects
      .filter(({ is_waiting }) => is_waiting === waiting)
      .map((one) => lineOf(one.name))
      .join(', ')
  return [
    ...(classes(false) ? [t('mail.application.approved', { name, classes: classes(false) })] : []),
    ...(classes(true) ? [t('mail.application.approved_waiting', { name, classes: classes(true) })] : []),
  ]
}

/** To who decides: one has come in, or has been waiting for so many days. */
export function waitingLetter(
  row: Told & { id: string; days: number | null },
  { t, locale, origin, organisation, reader }: ReaderSetting,
): Letter {
  const sender = senderOf(organisation)
  const { number, days } = row
  const kind = days === null ? 'tell' : 'remind'
  const values = { number, organisation: sender.name, names: namesOf(row.students), days: days ?? 0 }
  return {
    subject: t(`mail.application.${kind}_subject`, values),
    greeting: greetingOf(reader, t),
    paragraphs: [t(`mail.application.${kind}_text`, values)],
    facts: [
      { label: t('application.number'), value: number },
      { label: t('application.submitted_at'), value: formatInstant(row.submitted_at, locale) },
    ],
    action: { label: t('mail.application.tell_see'), url: origin + paths.application.view(row.id) },
    sender: sender.lines,
    note: t('mail.application.staff_note', { organisation: sender.name }),
  }
}
