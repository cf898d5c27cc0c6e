import type { Kysely, Transaction } from 'kysely'
import type { Actor } from '#app/domain/core/actor.ts'
import { difference, record } from '#app/domain/core/audit.ts'
import { refuseStale } from '#app/domain/core/changed.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { settings } from '#app/domain/core/settings/settings.ts'
import { writeSetting } from '#app/domain/core/settings/write-setting.ts'
import type { DB } from '#db/types.ts'
import { reminderSteps } from '../reminder.ts'
import type { ReminderSettingInput, WordingInput } from './setting-form.ts'

const object = { type: 'setting', id: 'reminder' }

/** How an organisation reminds, at which version (0: nothing was decided yet). */
export async function reminderSettings(db: Kysely<DB>) {
  const [values, row] = await Promise.all([
    settings(db, 'reminder'),
    db.selectFrom('setting').select('version').where('key', '=', 'reminder').executeTakeFirst(),
  ])
  return { ...values, version: row?.version ?? 0 }
}

/**
 * Which steps are on, and the hours. Refuses version_conflict, an end that is not after its beginning (reminder.hours),
 * and no step at all while reminders are on (reminder.no_step).
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
  // Whoever switches them on does not want a mail of every day that has passed since the school was founded.
  const since = on ? (before.on ? before.since : today) : null
  const after = { on, since, steps, from: input.from, until: input.until, sms: input.sms === true }
  await writeSetting(trx, actor, 'reminder', { ...after, wording }, version)
  await record(trx, actor, 'reminder.settings_changed', object, difference(before, after))
}

/** The words of one kind in one language; without a text they are the product's again. Refuses version_conflict. */
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
  const told = (wording: typeof old) => ({
    kind,
    locale,
    subject: wording?.subject ?? null,
    text: wording?.text ?? null,
  })
  await record(trx, actor, 'reminder.wording_changed', object, { before: told(old), after: told(said) })
}
