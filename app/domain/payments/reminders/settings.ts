import type { Kysely, Transaction } from 'kysely'
import { z } from 'zod'
import type { Actor } from '#app/domain/core/actor.ts'
import { difference, record } from '#app/domain/core/audit.ts'
import { refuseStale } from '#app/domain/core/changed.ts'
import { lines, settingVersion, text } from '#app/domain/core/fields.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { reminderSteps, type WordingKind, wordings } from '#app/domain/core/settings/reminder-setting.ts'
import { settings, writeSetting } from '#app/domain/core/settings/settings.ts'
import { isLocale } from '#app/i18n/locales.ts'
import type { DB } from '#db/types.ts'
import { allowedIn, wrongPlaceholder } from './reminder-letters.ts'

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
type ReminderSettingInput = z.output<typeof reminderSettingForm>

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
    for (const [part, own] of [['subject', subject] as const, ['text', body] as const]) {
      const unknown = wrongPlaceholder(own ?? '', allowedIn(kind, part))
      if (unknown) wrong(part, refusalOf(kind, part, unknown))
    }
  })
type WordingInput = z.output<typeof wordingForm>

/** Why a placeholder is refused; `{student}` gets its own message, since it is a deliberate restriction. */
function refusalOf(kind: WordingKind, part: 'subject' | 'text', found: string): string {
  if (found === '{student}') return 'reminder.no_child'
  const allowed = allowedIn(kind, part).map((name) => `{${name}}`)
  return `reminder.placeholder|${JSON.stringify({ found, allowed: allowed.join(' ') })}`
}

const object = { type: 'setting', id: 'reminder' }

/** The organisation's reminder settings and their version (0: never changed). */
export async function reminderSettings(db: Kysely<DB>) {
  const [values, row] = await Promise.all([
    settings(db, 'reminder'),
    db.selectFrom('setting').select('version').where('key', '=', 'reminder').executeTakeFirst(),
  ])
  return { ...values, version: row?.version ?? 0 }
}

/**
 * Saves steps and hours. Refuses version_conflict, an end before the beginning (reminder.hours), and no step while reminders
 * are on (reminder.no_step).
 */
export async function saveReminderSetting(
  trx: Transaction<DB>,
  actor: Actor,
  { version, ...input }: ReminderSettingInput,
  today: string,
): Promise<void> {
  const { version: now, wording, ...before } = await reminderSettings(trx)
  refuseStale({ version: now }, version)
  if (input.from >= input.until) throw new Refusal('reminder.hours', 'until')
  const on = input.on === true
  const steps = reminderSteps.filter((step) => input.steps?.includes(step))
  if (on && steps.length === 0) throw new Refusal('reminder.no_step', 'steps')
  // Switching reminders on must not send those of all past days.
  const since = on ? (before.on ? before.since : today) : null
  const after = { on, since, steps, from: input.from, until: input.until, sms: input.sms === true }
  await writeSetting(trx, actor, 'reminder', { ...after, wording }, version)
  await record(trx, actor, 'reminder.settings_changed', object, difference(before, after))
}

/** Saves a wording in one language; without a text the product's is restored. Refuses version_conflict. */
export async function saveWording(
  trx: Transaction<DB>,
  actor: Actor,
  { kind, locale, subject, text, version }: WordingInput,
): Promise<void> {
  const { version: now, ...before } = await reminderSettings(trx)
  refuseStale({ version: now }, version)
  const { [locale]: old, ...others } = before.wording[kind] ?? {}
  const own = text ? { ...(subject ? { subject } : {}), text } : undefined
  const after = {
    ...before,
    wording: { ...before.wording, [kind]: { ...others, ...(own ? { [locale]: own } : {}) } },
  }
  await writeSetting(trx, actor, 'reminder', after, version)
  const wordingFacts = (wording: typeof old) => ({
    kind,
    locale,
    subject: wording?.subject ?? null,
    text: wording?.text ?? null,
  })
  await record(trx, actor, 'reminder.wording_changed', object, {
    before: wordingFacts(old),
    after: wordingFacts(own),
  })
}
