/** The texts that an organisation may say in its own words: a mail of each level, and what is sent by hand. */
export const wordings = ['level_1', 'level_2', 'level_3', 'whatsapp'] as const
export type WordingKind = (typeof wordings)[number]

export const wordingParts = ['subject', 'text'] as const
export type WordingPart = (typeof wordingParts)[number]

/** A message by WhatsApp has no subject. */
export interface Wording {
  subject?: string | undefined
  text: string
}

/** What stands in the place of `{parent}` and so on, written out for the reader. */
export const placeholders = ['parent', 'school', 'amount', 'due', 'number', 'link', 'student'] as const
export type Placeholder = (typeof placeholders)[number]
export type WordingValues = Readonly<Record<Placeholder, string>>

const inMail = ['parent', 'school', 'amount', 'due', 'number'] as const

/**
 * What a text may name. No subject names a person, since it is read on locked screens; no mail names a child, since it is
 * about a debt; and the link of a mail is its button.
 */
export function allowedIn(kind: WordingKind, part: WordingPart): readonly Placeholder[] {
  if (kind === 'whatsapp') return placeholders
  return part === 'subject' ? ['school', 'amount', 'due', 'number'] : inMail
}

/** Whatever looks like a placeholder, a mistyped one too. */
const named = /\{([^{}]*)\}/g

/** The first thing in braces that is not allowed there, or a brace that stands alone; undefined when all are. */
export function wrongPlaceholder(text: string, allowed: readonly Placeholder[]): string | undefined {
  for (const [whole, name = ''] of text.matchAll(named)) {
    if (!(allowed as readonly string[]).includes(name)) return whole
  }
  return /[{}]/.exec(text.replace(named, ''))?.[0]
}

/** The text with each placeholder replaced; what stands in a value is never read as a placeholder. */
export function filledIn(text: string, values: WordingValues): string {
  return text.replace(named, (whole, name: string) => values[name as Placeholder] ?? whole)
}

/** Kinds and languages in which an organisation has words of its own. */
export type OwnWordings = Partial<Record<WordingKind, Partial<Record<string, Wording>>>>

/** Says a key of the language files; ours are `reminder.usual.<kind>.subject` and `.text`. */
type Words = (key: string, values: Record<string, string>) => string

/** Our sentences have the product's own placeholders: `{{parent}}` becomes `{parent}`, as an organisation would write it. */
const asTheyAre = Object.fromEntries(placeholders.map((name) => [name, `{${name}}`]))

/**
 * What an organisation says in one language: its own words, else the product's. `t` is of that language and of the
 * organisation's own nouns.
 */
export function wordingOf(own: OwnWordings, kind: WordingKind, locale: string, t: Words): Wording {
  const usual = {
    ...(kind === 'whatsapp' ? {} : { subject: t(`reminder.usual.${kind}.subject`, asTheyAre) }),
    text: t(`reminder.usual.${kind}.text`, asTheyAre),
  }
  return own[kind]?.[locale] ?? usual
}

/** A message by WhatsApp as it is written before a person sends it, for `whatsAppLink` of `domain/contact`. */
export function whatsAppReminder(own: OwnWordings, locale: string, t: Words, values: WordingValues): string {
  return filledIn(wordingOf(own, 'whatsapp', locale, t).text, values)
}
