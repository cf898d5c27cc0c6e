import { z } from 'zod'
import { lines, settingVersion, text } from '#app/domain/core/fields.ts'
import { isLocale } from '#app/i18n/locales.ts'
import { reminderSteps, widestHours } from '../reminder.ts'
import { allowedIn, type WordingKind, wordings, wrongPlaceholder } from '../wording.ts'

/** Before a family gets its first mail of this kind, somebody has switched it on; the issue is mailed by the invoice itself. */
const usualSteps = reminderSteps.filter((step) => step !== 'issued')

const wording = z.object({ subject: z.string().optional(), text: z.string() })

/** As it is kept; each organisation has it, with what is usual where it has said nothing. */
export const reminderSetting = z.object({
  /** Whether they leave by themselves. */
  on: z.boolean().default(false),
  /** The day on which that was switched on; of what was due before nobody is told anew. */
  since: z.string().nullable().default(null),
  steps: z.array(z.enum(reminderSteps)).default(usualSteps),
  /** Whether who has no e-mail address is told by SMS, which the organisation's message credits pay. */
  sms: z.boolean().default(false),
  from: z.string().default(widestHours.from),
  until: z.string().default(widestHours.until),
  /** Own words, by kind and language. */
  wording: z.partialRecord(z.enum(wordings), z.partialRecord(z.string(), wording)).default({}),
})
export type ReminderSetting = z.output<typeof reminderSetting>

/** A time of day within the hours in which anybody may be reminded. */
const civilTime = z.string().regex(/^(09|1\d):[0-5]\d$|^20:00$/, 'reminder.civil_hour')

/** Which steps are on, and when a message may leave; a box that is not ticked is a no. */
export const reminderSettingForm = z.object({
  on: z.boolean().optional(),
  steps: z.array(z.enum(reminderSteps)).max(reminderSteps.length).optional(),
  from: civilTime,
  until: civilTime,
  sms: z.boolean().optional(),
  version: settingVersion,
})
export type ReminderSettingInput = z.output<typeof reminderSettingForm>

export const longestSubject = 120
export const longestText = 1_000

/** Which wording a page is about. */
export const wordingAddress = z.object({
  kind: z.enum(wordings).catch('level_1'),
  locale: z.string().refine(isLocale).nullable().catch(null),
})

/** The words of one kind in one language; with nothing typed they are ours again. */
export const wordingForm = z
  .object({
    kind: z.enum(wordings),
    locale: z.string().refine(isLocale, 'input.choice'),
    subject: text({ max: longestSubject }).optional(),
    text: lines(longestText).optional(),
    intent: z.enum(['preview', 'save']).default('save'),
    version: settingVersion,
  })
  .superRefine(({ kind, subject, text: body }, context) => {
    const wrong = (path: 'subject' | 'text', message: string) =>
      context.addIssue({ code: 'custom', path: [path], message })
    if (kind !== 'whatsapp' && Boolean(subject) !== Boolean(body))
      wrong(subject ? 'text' : 'subject', 'reminder.both')
    for (const [part, said] of [['subject', subject] as const, ['text', body] as const]) {
      const unknown = wrongPlaceholder(said ?? '', allowedIn(kind, part))
      if (unknown) wrong(part, refusalOf(kind, part, unknown))
    }
  })
export type WordingInput = z.output<typeof wordingForm>

/** Why a placeholder is not taken; of a child it says so, since somebody has meant it. */
function refusalOf(kind: WordingKind, part: 'subject' | 'text', found: string): string {
  if (found === '{student}') return 'reminder.no_child'
  const allowed = allowedIn(kind, part).map((name) => `{${name}}`)
  return `reminder.placeholder|${JSON.stringify({ found, allowed: allowed.join(' ') })}`
}
