import { type Kysely, sql, type Transaction } from 'kysely'
import type { Actor } from '#app/domain/core/actor.ts'
import { difference, record } from '#app/domain/core/audit.ts'
import { begins, hasFeature } from '#app/domain/core/features/has-feature.server.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { writeSetting } from '#app/domain/core/settings/write-setting.server.ts'
import type { DB } from '#db/types.ts'
import {
  choiceWords,
  type Question,
  type RegistrationForm,
  type RegistrationFormSetting,
  registrationFormSetting,
} from './form-setting.ts'

const key = 'registration_form'

/** How the organisation of this place asks families, and whether it is there for them at all: it is active, and its package holds it. */
export async function registrationForm(
  db: Kysely<DB>,
): Promise<{ form: RegistrationForm; version: number; active: boolean }> {
  const { organisation_type, default_locale, status, value, version, offered } = await db
    .selectFrom('platform.entity')
    .leftJoin('setting', (join) => join.on('setting.key', '=', key))
    .select(['platform.entity.organisation_type', 'platform.entity.status', 'platform.entity.default_locale'])
    .select(['setting.value', 'setting.version'])
    .select(sql<boolean>`${hasFeature('online_registration')} and ${begins}`.as('offered'))
    .where('platform.entity.role_name', '=', sql<string>`current_user`)
    .executeTakeFirstOrThrow()
  const setting = registrationFormSetting.parse(value ?? {})
  return {
    form: { ...setting, organisation_type, default_locale },
    version: version ?? 0,
    active: status === 'active' && offered,
  }
}

/** Whether families may register by themselves now. */
export async function registrationIsOpen(db: Kysely<DB>): Promise<boolean> {
  const { form, active } = await registrationForm(db)
  return form.open && active
}

/**
 * Changes a part of the setting, seen at a version (0: nothing was decided yet). Other words of the terms are another
 * version of them. Refuses version_conflict.
 */
export async function changeRegistrationForm(
  trx: Transaction<DB>,
  actor: Actor,
  seen: number,
  change: (setting: RegistrationFormSetting & { default_locale: string }) => Partial<RegistrationFormSetting>,
): Promise<void> {
  const { form, version } = await registrationForm(trx)
  if (version !== seen) throw new Refusal('version_conflict')
  const { organisation_type: _, default_locale, ...before } = form
  const changes = change({ ...before, default_locale })
  const terms_version =
    before.terms_version + Number(changes.terms !== undefined && changes.terms !== before.terms)
  const after = { ...before, ...changes, terms_version }
  if (JSON.stringify(after) === JSON.stringify(before)) return
  await writeSetting(trx, actor, key, after, version)
  await record(
    trx,
    actor,
    'registration_form.saved',
    { type: 'setting', id: null },
    difference(told(before), told(after)),
  )
}

/** As the log shows it: a field or a question a line. */
function told(setting: RegistrationFormSetting): Record<string, unknown> {
  const { fields, questions, open, form, phone_proof, text, terms } = setting
  const flat = Object.entries(fields).flatMap(([kind, states]) =>
    Object.entries(states).map(([field, state]) => [`${kind}.${field}`, state]),
  )
  const asked = questions.map((question) => [`question.${question.id}`, toldQuestion(question)])
  return { open, form, phone_proof, text, terms, ...Object.fromEntries([...flat, ...asked]) }
}

function toldQuestion({ label, kind, of, required, removed, ...question }: Question): string | null {
  if (removed) return null
  const choices = question.choices.map((one) => Object.values(choiceWords(question, one)).join(' / '))
  return [...Object.values(label), of, kind, ...choices, ...(required ? ['required'] : [])].join(' · ')
}
