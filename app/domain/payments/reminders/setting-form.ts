import { z } from 'zod'
import { lines, settingVersion, text } from '#app/domain/core/fields.ts'
import { reminderSteps, type WordingKind, wordings } from '#app/domain/core/settings/reminder-setting.ts'
import { isLocale } from '#app/i18n/locales.ts'
import { allowedIn, wrongPlaceholder } from './wording.ts'

/** A time of day within the allowed hours. */
const civilTime = z.string().regex(/^(09|1\d):[0-5]\d$|^20:00$/, 'reminder.civil_hour')

/** Active steps and hours; an unticked box means no. */
export const reminderSettingForm = z.object({
  on: z.boolean().optional(),
  steps: z.array(z.enum(reminderSteps)).max(reminderSteps.length).optional(),
  from: civilTime,
  until: civilTime,
  sms: z.boolean().optional(),
  version: settingVersion,
})
export type ReminderSettingInput = z.output<typeof reminderSettingForm>

const longestSubject = 120
const longestText = 1_000

/** Kind and language of a wording. */
export const wordingAddress = z.object({
  kind: z.enum(wordings).catch('level_1'),
  locale: z.string().refine(isLocale).nullable().catch(null),
})

/** A wording in one language; empty restores the product's. */
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

/** Why a placeholder is refused; `{student}` gets its own message, since it is a deliberate restriction. */
function refusalOf(kind: WordingKind, part: 'subject' | 'text', found: string): string {
  if (found === '{student}') return 'reminder.no_child'
  const allowed = allowedIn(kind, part).map((name) => `{${name}}`)
  return `reminder.placeholder|${JSON.stringify({ found, allowed: allowed.join(' ') })}`
}
