import type { Kysely, Transaction } from 'kysely'
import type { Actor } from '#app/domain/core/actor.ts'
import { difference, record } from '#app/domain/core/audit.ts'
import { refuseStale } from '#app/domain/core/changed.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { reminderSteps } from '#app/domain/core/settings/reminder-setting.ts'
import { settings, writeSetting } from '#app/domain/core/settings/settings.ts'
import type { DB } from '#db/types.ts'
import type { ReminderSettingInput, WordingInput } from './setting-form.ts'

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
  const said = text ? { ...(subject ? { subject } : {}), text } : undefined
  const after = {
    ...before,
    wording: { ...before.wording, [kind]: { ...others, ...(said ? { [locale]: said } : {}) } },
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
    after: wordingFacts(said),
  })
}
