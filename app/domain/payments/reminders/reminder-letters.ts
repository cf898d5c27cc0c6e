import type { TFunction } from 'i18next'
import { formatDate } from '#app/domain/core/dates.ts'
import {
  invoiceTitle,
  purposeOfSeveral,
  shortPurpose,
  type TitleFacts,
  withoutName,
} from '#app/domain/core/invoicing/title.ts'
import type { Letter, LetterSetting } from '#app/domain/core/letters/letter.ts'
import { lineOf } from '#app/domain/core/letters/line.ts'
import { greetingOf, senderOf } from '#app/domain/core/letters/phrases.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import type { WordingKind } from '#app/domain/core/settings/reminder-setting.ts'
import type { Locale } from '#app/i18n/locales.ts'
import { fitsOneSms, prefixed } from '#app/integrations/sms/text.ts'
import { paths } from '#app/paths.ts'
import type { ReminderLevel } from './reminder.ts'

/** An invoice as shown in a message. */
interface MessageInvoice {
  number: string
  due_on: string
  balance_sen: number
  public_code: string
  title: TitleFacts
}

/** Content and recipient of a message. */
export interface ReminderMessage {
  parent: {
    name: string
    address: string | null
    /** Mobile number; null also where the organisation sends no SMS. */
    mobile: string | null
    locale: Locale
    has_account: boolean
  }
  level: ReminderLevel
  /** The oldest first. */
  invoices: MessageInvoice[]
  wording: OwnWordings
  today: string
}

export const wordingParts = ['subject', 'text'] as const
type WordingPart = (typeof wordingParts)[number]

/** WhatsApp messages have no subject. */
export interface Wording {
  subject?: string | undefined
  text: string
}

/** Placeholders such as `{parent}`. */
export const placeholders = [
  'parent',
  'school',
  'amount',
  'about',
  'due',
  'number',
  'link',
  'student',
] as const
type Placeholder = (typeof placeholders)[number]
export type WordingValues = Readonly<Record<Placeholder, string>>

/** The organisation's own wordings by kind and language. */
export type OwnWordings = Partial<Record<WordingKind, Partial<Record<string, Wording>>>>

/** Translates a key; the product's wordings are `reminder.usual.<kind>.subject` and `.text`. */
type Words = (key: string, values: Record<string, string>) => string

const inMail = ['parent', 'school', 'amount', 'about', 'due', 'number'] as const

/**
 * Placeholders allowed in a text. Subjects name no person, since they show on locked screens; mails about debts name no
 * child; and the link of a mail is its button.
 */
export function allowedIn(kind: WordingKind, part: WordingPart): readonly Placeholder[] {
  if (kind === 'whatsapp') return placeholders
  return part === 'subject' ? ['school', 'amount', 'about', 'due', 'number'] : inMail
}

/** Anything in braces, mistyped placeholders included. */
const bracedNames = /\{([^{}]*)\}/g

/** The first placeholder that is not allowed, or an unmatched brace; undefined if there is none. */
export function wrongPlaceholder(text: string, allowed: readonly Placeholder[]): string | undefined {
  for (const [whole, name = ''] of text.matchAll(bracedNames)) {
    if (!(allowed as readonly string[]).includes(name)) return whole
  }
  return /[{}]/.exec(text.replace(bracedNames, ''))?.[0]
}

/** Replaces all placeholders; values are never interpreted. */
export function filledIn(text: string, values: WordingValues): string {
  return text.replace(bracedNames, (whole, name: string) => values[name as Placeholder] ?? whole)
}

/** Turns i18next's `{{parent}}` into `{parent}`, as an organisation writes it. */
const unfilledPlaceholders = Object.fromEntries(placeholders.map((name) => [name, `{${name}}`]))

/**
 * The wording in one language: the organisation's own, else the product's. `t` uses that language and the organisation's
 * terms.
 */
export function wordingOf(own: OwnWordings, kind: WordingKind, locale: string, t: Words): Wording {
  const usual = {
    ...(kind === 'whatsapp' ? {} : { subject: t(`reminder.usual.${kind}.subject`, unfilledPlaceholders) }),
    text: t(`reminder.usual.${kind}.text`, unfilledPlaceholders),
  }
  return own[kind]?.[locale] ?? usual
}

/**
 * What a message asks for, and what falls due later. A message that calls an amount overdue adds up what is overdue; what is
 * due later is said apart. One that only reminds adds up everything.
 */
export function askedAndLater<One extends { due_on: string }>(
  level: ReminderLevel,
  invoices: readonly One[],
  today: string,
): { asked: readonly One[]; later: readonly One[] } {
  const late = level === 1 ? [] : invoices.filter(({ due_on }) => due_on < today)
  if (late.length === 0) return { asked: invoices, later: [] }
  return { asked: late, later: invoices.filter(({ due_on }) => due_on >= today) }
}

/** Invoices that a mail names one by one. */
const mostNamed = 12

/**
 * The reminder mail, in the organisation's words. It names no child. Its button leads to the invoice that is due first,
 * which can be paid without an account; to the dashboard for several invoices of a family with an account.
 */
export function feeReminderLetter(
  { parent, level, invoices, wording, today }: ReminderMessage,
  { t, locale, origin, organisation }: LetterSetting,
): Letter {
  const sender = senderOf(organisation)
  const { asked, later } = askedAndLater(level, invoices, today)
  const [first] = asked
  const sum = sumOf(asked)
  const values = {
    parent: lineOf(parent.name),
    school: sender.name,
    amount: sum,
    about: aboutOf(asked, { t, locale }),
    due: first ? formatDate(first.due_on, locale) : '',
    number: asked
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
      ...invoices.slice(0, mostNamed).map(({ number, title, due_on, balance_sen }) => ({
        label: lineOf(invoiceTitle(withoutName(title), { t, locale })),
        value: t('mail.fee_reminder.line', {
          number,
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
      ...(later.length > 0 ? [{ label: t('mail.fee_reminder.later'), value: sumOf(later) }] : []),
    ],
    action: pages
      ? { label: t('mail.fee_reminder.pay'), url: origin + paths.dashboard() }
      : {
          label: t('mail.fee_reminder.pay_first', { about: aboutOf(asked.slice(0, 1), { t, locale }) }),
          url: origin + paths.invoice.status(first?.public_code ?? ''),
        },
    sender: sender.lines,
    note: t('mail.fee_reminder.note', { organisation: sender.name }),
  }
}

/** What the invoices are for; no child is named in a message about money owed. */
export const aboutOf = (
  invoices: readonly { title: TitleFacts }[],
  reading: { t: TFunction; locale: Locale },
): string =>
  lineOf(
    purposeOfSeveral(
      invoices.map(({ title }) => title),
      reading,
    ),
  )

const sumOf = (invoices: readonly { balance_sen: number }[]) =>
  formatRinggit(invoices.reduce((total, { balance_sen }) => total + balance_sen, 0))

/** The text of a WhatsApp message, for `whatsAppLink`. */
export function whatsAppReminder(own: OwnWordings, locale: string, t: Words, values: WordingValues): string {
  return filledIn(wordingOf(own, 'whatsapp', locale, t).text, values)
}

/** Message credits of an SMS reminder, which is always one message. */
export const smsCredits = 1

/**
 * The text of an SMS reminder: sender, amount, the months that it is for and the due date. Always the product's wording, since
 * it must fit into one message and may contain neither a link nor a phone number; it names no child. The months are left
 * out where the message would get too long with them.
 */
export function smsReminder(
  {
    level,
    invoices,
    today,
  }: {
    level: ReminderLevel
    invoices: readonly Omit<MessageInvoice, 'number' | 'public_code'>[]
    today: string
  },
  { nametag, locale, t }: { nametag: string; locale: Locale; t: TFunction },
): string {
  const { asked } = askedAndLater(level, invoices, today)
  const [first] = asked
  const amount = sumOf(asked)
  const due = first ? formatDate(first.due_on, locale) : ''
  const purpose = shortPurpose(
    asked.map(({ title }) => title),
    { t, locale },
  )?.replaceAll('–', '-')
  const textFor = (about: string) =>
    prefixed('sms', nametag, t(`reminder.sms.level_${level}`, { amount, due, about }))
  const whole = purpose && textFor(` ${t('reminder.sms.about', { purpose })}`)
  return whole && fitsOneSms(whole) ? whole : textFor('')
}
