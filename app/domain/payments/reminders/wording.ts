import type { TFunction } from 'i18next'
import { formatDate } from '#app/domain/core/dates.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import type { WordingKind } from '#app/domain/core/settings/reminder-setting.ts'
import type { Locale } from '#app/i18n/locales.ts'
import { prefixed } from '#app/integrations/sms/text.ts'
import type { ReminderLevel } from './reminder.ts'

export const wordingParts = ['subject', 'text'] as const
type WordingPart = (typeof wordingParts)[number]

/** WhatsApp messages have no subject. */
export interface Wording {
  subject?: string | undefined
  text: string
}

/** Placeholders such as `{parent}`. */
export const placeholders = ['parent', 'school', 'amount', 'due', 'number', 'link', 'student'] as const
type Placeholder = (typeof placeholders)[number]
export type WordingValues = Readonly<Record<Placeholder, string>>

const inMail = ['parent', 'school', 'amount', 'due', 'number'] as const

/**
 * Placeholders allowed in a text. Subjects name no person, since they show on locked screens; mails about debts name no child;
 * and the link of a mail is its button.
 */
export function allowedIn(kind: WordingKind, part: WordingPart): readonly Placeholder[] {
  if (kind === 'whatsapp') return placeholders
  return part === 'subject' ? ['school', 'amount', 'due', 'number'] : inMail
}

/** Anything in braces, mistyped placeholders included. */
const named = /\{([^{}]*)\}/g

/** The first placeholder that is not allowed, or an unmatched brace; undefined if there is none. */
export function wrongPlaceholder(text: string, allowed: readonly Placeholder[]): string | undefined {
  for (const [whole, name = ''] of text.matchAll(named)) {
    if (!(allowed as readonly string[]).includes(name)) return whole
  }
  return /[{}]/.exec(text.replace(named, ''))?.[0]
}

/** Replaces all placeholders; values are never interpreted. */
export function filledIn(text: string, values: WordingValues): string {
  return text.replace(named, (whole, name: string) => values[name as Placeholder] ?? whole)
}

/** The organisation's own wordings by kind and language. */
export type OwnWordings = Partial<Record<WordingKind, Partial<Record<string, Wording>>>>

/** Translates a key; the product's wordings are `reminder.usual.<kind>.subject` and `.text`. */
type Words = (key: string, values: Record<string, string>) => string

/** Turns i18next's `{{parent}}` into `{parent}`, as an organisation writes it. */
const asTheyAre = Object.fromEntries(placeholders.map((name) => [name, `{${name}}`]))

/**
 * The wording in one language: the organisation's own, else the product's. `t` uses that language and the organisation's
 * terms.
 */
export function wordingOf(own: OwnWordings, kind: WordingKind, locale: string, t: Words): Wording {
  const usual = {
    ...(kind === 'whatsapp' ? {} : { subject: t(`reminder.usual.${kind}.subject`, asTheyAre) }),
    text: t(`reminder.usual.${kind}.text`, asTheyAre),
  }
  return own[kind]?.[locale] ?? usual
}

/** The text of a WhatsApp message, for `whatsAppLink`. */
export function whatsAppReminder(own: OwnWordings, locale: string, t: Words, values: WordingValues): string {
  return filledIn(wordingOf(own, 'whatsapp', locale, t).text, values)
}

/** Message credits of an SMS reminder, which is always one message. */
export const smsCredits = 1

/**
 * The text of an SMS reminder: sender, amount and due date. Always the product's wording, since it must fit into one message
 * and may contain neither a link nor a phone number; it names no child.
 */
export function smsReminder(
  { level, invoices }: { level: ReminderLevel; invoices: readonly { due_on: string; balance_sen: number }[] },
  { nametag, locale, t }: { nametag: string; locale: Locale; t: TFunction },
): string {
  const [first] = invoices
  const amount = formatRinggit(invoices.reduce((total, { balance_sen }) => total + balance_sen, 0))
  const due = first ? formatDate(first.due_on, locale) : ''
  return prefixed('sms', nametag, t(`reminder.sms.level_${level}`, { amount, due }))
}
