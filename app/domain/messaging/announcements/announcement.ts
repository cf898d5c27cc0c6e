import { z } from 'zod'
import { type SessionRole, scopeOf } from '#app/domain/core/access/access.ts'
import { lines, plainDate, text, version } from '#app/domain/core/fields.ts'
import {
  overduePlaceholders,
  type Placeholder,
  placeholders,
  unknownPlaceholders,
} from '#app/domain/messaging/texts/placeholders.ts'
import { judgeSms } from '#app/domain/messaging/texts/sms-rules.ts'
import { type AnnouncementStatus, type Channel, channels, sentChannels } from '#app/domain/messaging/words.ts'
import { mostSegments, smsSegments } from '#app/integrations/sms/segments.ts'
import { prefixed } from '#app/integrations/sms/text.ts'
import { groups, mostChosen } from './audience.ts'

/** Languages in which an announcement can be written; each recipient reads their own where it is there. */
export const textLocales = ['en', 'my'] as const
export type TextLocale = (typeof textLocales)[number]

export const titleLetters = 120
export const bodyLetters = 5_000
export const smsLetters = 459
/** Of a WhatsApp message without the link by which its reader leaves the channel, for which the rest of 1,024 is kept. */
export const whatsAppLetters = 824

/** Channels that always cost credits, so that they need a permission and a feature of their own. */
export const paidChannels = ['sms', 'whatsapp'] as const satisfies readonly Channel[]

/** Message credits of one WhatsApp message. */
export const whatsAppCredits = 2
/** E-mails of the platform's server in a month that are free, and how many further ones one credit pays. */
export const freeMails = 2_000
export const mailsPerCredit = 10

/** The longest name that may stand in front of an SMS. */
const longestPrefix = prefixed('sms', 'x'.repeat(11), '')

const ids = z.array(z.uuid()).max(mostChosen).default([])

/** The written parts of an announcement, as its columns are called. */
export interface Texts {
  title_en: string | null
  body_en: string | null
  sms_en: string | null
  title_my: string | null
  body_my: string | null
  sms_my: string | null
}

/** Only where every recipient is an overdue family do amount, due date and link say something. */
export const allowedPlaceholders = (who: readonly string[]): readonly Placeholder[] =>
  who.length === 1 && who[0] === 'overdue'
    ? placeholders
    : placeholders.filter((name) => !overduePlaceholders.includes(name))

export const announcementForm = z
  .object({
    title_en: text({ max: titleLetters }).optional(),
    body_en: lines(bodyLetters).optional(),
    sms_en: lines(smsLetters).optional(),
    title_my: text({ max: titleLetters }).optional(),
    body_my: lines(bodyLetters).optional(),
    sms_my: lines(smsLetters).optional(),
    channels: z.array(z.enum(sentChannels)).default([]),
    who: z.array(z.enum(groups)).min(1, 'announcement.who'),
    branch_ids: ids,
    program_ids: ids,
    category_ids: ids,
    subject_ids: ids,
    tags: z
      .array(text({ max: 30 }))
      .max(mostChosen)
      .default([]),
    /** Student numbers and family codes, each on a line or behind a comma. */
    people: lines(4_000).optional(),
    is_urgent: z.boolean().optional(),
    version: version.optional(),
    form_key: z.uuid().optional(),
  })
  .superRefine((input, context) => {
    for (const [field, message] of textProblems(input))
      context.addIssue({ code: 'custom', path: [field], message })
  })
export type AnnouncementInput = z.output<typeof announcementForm>

type Written = Partial<Record<keyof Texts, string | null | undefined>> & {
  channels: readonly string[]
  who: readonly string[]
}

const problem = (field: string, code: string, values?: Record<string, string | number>): [string, string] => [
  field,
  values ? `${code}|${JSON.stringify(values)}` : code,
]

/** What keeps these texts from being sent: field and code of the refusal, with its values as `errorOf` writes them. */
export function textProblems(written: Written): [field: string, code: string][] {
  const used = textLocales.filter((locale) => written[`title_${locale}`] || written[`body_${locale}`])
  if (used.length === 0) return [problem('title_en', 'announcement.text')]
  return [
    ...used.flatMap((locale) => [
      ...(written[`title_${locale}`] ? [] : [problem(`title_${locale}`, 'announcement.title')]),
      ...(written[`body_${locale}`] ? [] : [problem(`body_${locale}`, 'announcement.body')]),
    ]),
    ...textLocales.flatMap((locale) => smsProblems(written, locale, used.includes(locale))),
    ...textLocales.flatMap((locale) =>
      (['title', 'body', 'sms'] as const).flatMap((part) =>
        placeholderProblems(`${part}_${locale}`, written[`${part}_${locale}`] ?? '', written.who),
      ),
    ),
  ]
}

function placeholderProblems(field: string, typed: string, who: readonly string[]): [string, string][] {
  const allowed = allowedPlaceholders(who)
  const [unknown] = unknownPlaceholders(typed, allowed)
  if (!unknown) return []
  const list = allowed.map((name) => `{${name}}`).join(' ')
  const [known] = unknownPlaceholders(unknown.typed)
  if (!known) return [problem(field, 'announcement.placeholder_overdue', { typed: unknown.typed })]
  return [
    unknown.nearest
      ? problem(field, 'announcement.placeholder_near', {
          typed: unknown.typed,
          nearest: `{${unknown.nearest}}`,
        })
      : problem(field, 'announcement.placeholder', { typed: unknown.typed, list }),
  ]
}

function smsProblems(written: Written, locale: TextLocale, isUsed: boolean): [string, string][] {
  const field = `sms_${locale}`
  const typed = written[`sms_${locale}`]
  if (!written.channels.includes('sms')) return []
  if (!typed) return isUsed ? [problem(field, 'announcement.sms')] : []
  if (!isUsed) return [problem(`title_${locale}`, 'announcement.title')]
  if (/\{\s*link\s*\}/i.test(typed)) return [problem(field, 'announcement.sms_link')]
  const { segments } = smsSegments(longestPrefix + typed)
  if (segments > mostSegments) return [problem(field, 'announcement.sms_long', { most: mostSegments })]
  const [refused] = judgeSms(typed).refused
  return refused ? [problem(field, `announcement.sms_rule.${refused.rule}`, { found: refused.found })] : []
}

/** Recipients read their own language; where it was not written, the other one. */
export const localeFor = (texts: Pick<Texts, 'title_en' | 'title_my'>, locale: string): TextLocale => {
  const own: TextLocale = locale === 'my' ? 'my' : 'en'
  const other: TextLocale = own === 'my' ? 'en' : 'my'
  return texts[`title_${own}`] ? own : other
}

/** For lists and logs. */
export const titleOf = (texts: Pick<Texts, 'title_en' | 'title_my'>, locale: string): string =>
  texts[`title_${localeFor(texts, locale)}`] ?? ''

/** Which changes a state allows; everything else is refused. */
export const transitions: Readonly<Record<AnnouncementStatus, readonly AnnouncementStatus[]>> = {
  draft: ['scheduled', 'sending'],
  scheduled: ['draft', 'sending', 'cancelled'],
  sending: ['sent', 'sent_with_errors', 'cancelled'],
  sent: [],
  sent_with_errors: [],
  cancelled: [],
}

/** Days ahead for which an announcement can be scheduled. */
export const furthestDays = 365

/** A time as `time` fields send it. */
const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'announcement.time')

export const scheduleForm = z.object({ on: plainDate, at: clock, version })

/** Carries what the page said, so that nobody sends to more people, or for more credits, than they read. */
export const sendForm = z.object({ version, counted: z.string().max(200) })

export const testForm = z.object({
  channels: z.array(z.enum(channels)).min(1, 'announcement.test_channel'),
  locale: z.enum(textLocales),
  form_key: z.uuid().optional(),
})

/** Files of one announcement, and together, in bytes: mail servers refuse more. */
export const mostFiles = 5
export const fileLimit = { bytes: 2_000_000, together: 8_000_000 } as const
export const fileTypes = 'application/pdf,image/jpeg,image/png,image/webp'

/** Class roles write to families without a word of money. */
export const addressesOverdue = (roles: readonly SessionRole[]) =>
  scopeOf(roles, 'arrears.view') !== undefined
/** Who may send in the quiet hours, and change what others have written. */
export const managesAnnouncements = (roles: readonly SessionRole[]) =>
  scopeOf(roles, 'announcement.edit') !== undefined
/** A trainer reaches the families of the own classes, in the app alone. */
export const isForClassesAlone = (roles: readonly SessionRole[]) =>
  scopeOf(roles, 'announcement.create') === 'class'
