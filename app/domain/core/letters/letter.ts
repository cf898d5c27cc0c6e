import type { TFunction } from 'i18next'
import type { Locale } from '#app/i18n/locales.ts'

/** In words only; {@link plainLetter} and `htmlLetter` say the same. */
export interface Letter {
  subject: string
  greeting: string
  /** Mail programs show the beginning of the first one beside the subject. */
  paragraphs: string[]
  /** A text with marks of its own, after the paragraphs: safe HTML, and the same as plain text. */
  body?: { html: string; text: string }
  /** Pictures below it, which travel in the mail by their Content-ID. */
  pictures?: { cid: string; alt: string }[]
  /** The one figure that matters, written out. */
  figure?: { label: string; value: string }
  /** What was billed or paid: each group with its name and its lines, written out. */
  items?: { title: string; lines: { label: string; value: string }[] }[]
  facts: { label: string; value: string }[]
  /** Where it can be seen, checked and acted upon. */
  action?: { label: string; url: string }
  /** Who writes, then how to reach them. */
  sender: string[]
  note: string
  /** Below the note: what is seldom followed, such as leaving a list. */
  links?: { label: string; url: string }[]
}

/** Of an organisation, as its letters need it. Answers go to its address, whoever's server sends the mail. */
export interface Organisation {
  name: string
  contact_phone: string
  contact_email: string
  theme_colour: string | null
  logo_file: string | null
}

/** What a letter of an organisation is written with, in the language and the words of its reader. */
export interface LetterSetting {
  t: TFunction
  locale: Locale
  /** The organisation's own. */
  origin: string
  organisation: Pick<Organisation, 'name' | 'contact_phone' | 'contact_email'>
  /** Whom it greets; null when that is not known. */
  reader: string | null
}

/** What the platform writes a letter with. */
export interface PlatformLetterSetting {
  t: TFunction
  locale: Locale
  /** The platform's own. */
  origin: string
  reader: string | null
}

/** For many readers and all filters the plain text is the mail. */
export function plainLetter(letter: Letter): string {
  const { greeting, paragraphs, body, figure, items = [], facts, action, sender, note, links = [] } = letter
  const parts = [
    greeting,
    ...paragraphs,
    body?.text ?? '',
    ...(items.length > 0
      ? [figure ? plainFacts([figure]) : '', ...items.map(plainGroup), plainFacts(facts)]
      : []),
    items.length === 0 ? plainFacts([...(figure ? [figure] : []), ...facts]) : '',
    action ? `${action.label}:\n${action.url}` : '',
    sender.join('\n'),
    [`-- \n${note}`, ...links.map(({ label, url }) => `${label}: ${url}`)].join('\n'),
  ]
  return `${parts.filter(Boolean).join('\n\n')}\n`
}

function plainFacts(lines: Letter['facts']): string {
  const width = Math.max(0, ...lines.map(({ label }) => label.length)) + 2
  return lines.map(({ label, value }) => `${`${label}:`.padEnd(width)}${value}`).join('\n')
}

function plainGroup({ title, lines }: NonNullable<Letter['items']>[number]): string {
  return [title, ...lines.map(({ label, value }) => `  ${label}: ${value}`)].join('\n')
}
