import { type Kysely, sql, type Transaction } from 'kysely'
import { z } from 'zod'
import type { Actor } from '#app/domain/core/actor.ts'
import { difference, record } from '#app/domain/core/audit.ts'
import { begins, hasFeature } from '#app/domain/core/features/has-feature.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { writeSetting } from '#app/domain/core/settings/write-setting.ts'
import type { DB } from '#db/types.ts'

/** How an organisation asks families that register by themselves. */

export const registrationForms = ['default', 'simplified'] as const
export type RegistrationFormKind = (typeof registrationForms)[number]

export const fieldStates = ['hidden', 'shown', 'required'] as const
export type FieldState = (typeof fieldStates)[number]

/** What an organisation decides about, by whom it is asked of. Names, phone, birthday and a number of the child always are. */
export const optionalFields = {
  parent: ['identity_no', 'email', 'home_phone', 'occupation', 'income_above_2500', 'address'],
  student: [
    'nationality',
    'phone',
    'email',
    'highest_education',
    'previous_school',
    'transport_type',
    'daycare',
    'number_of_siblings',
    'position_in_family',
    'health_conditions',
    'allergies',
  ],
  document: ['birth_certificate', 'photo', 'immunisation', 'parent_identity'],
} as const
export type AskedOf = keyof typeof optionalFields
export type OptionalField = { [W in AskedOf]: `${W}.${(typeof optionalFields)[W][number]}` }[AskedOf]
export type PaperKind = (typeof optionalFields)['document'][number]

/** Papers of the family; the others are of each child. */
export const familyPapers: readonly PaperKind[] = ['parent_identity']

const requiredAtFirst: readonly OptionalField[] = ['parent.identity_no', 'document.birth_certificate']
/** Organisations of small children ask for their immunisation card. */
const nurseries = ['kindergarten', 'nursery']

export const questionKinds = ['text', 'choice', 'date', 'yes_no', 'file'] as const
export const questionSubjects = ['family', 'child'] as const
/** Questions that are asked at a time, choices of one, letters of an answer. */
export const most = { questions: 10, choices: 20, answer: 200, text: 2_000, terms: 5_000 } as const

const question = z.object({
  id: z.string(),
  kind: z.enum(questionKinds),
  of: z.enum(questionSubjects),
  /** By language. */
  label: z.record(z.string(), z.string()),
  /** Of a choice, as an answer is kept: in the language of the organisation. */
  choices: z.array(z.string()).default([]),
  /** What these are called, by language, in their order. */
  choice_words: z.record(z.string(), z.array(z.string())).default({}),
  required: z.boolean(),
  /** It is asked no more, and what was answered can still be read. */
  removed: z.boolean().default(false),
})
export type Question = z.output<typeof question>

/** A part of the settings; defaults are those of an organisation that has decided nothing. */
export const registrationFormSetting = z.object({
  open: z.boolean().default(true),
  form: z.enum(registrationForms).default('default'),
  phone_proof: z.boolean().default(true),
  /** Plain, above the first page. */
  text: z.string().default(''),
  /** What a family agrees to besides the keeping of its data, and how often that was changed. */
  terms: z.string().default(''),
  terms_version: z.number().int().default(0),
  /** For each form what differs from its own. */
  fields: z
    .object({
      default: z.record(z.string(), z.enum(fieldStates)).default({}),
      simplified: z.record(z.string(), z.enum(fieldStates)).default({}),
    })
    .default({ default: {}, simplified: {} }),
  questions: z.array(question).default([]),
})
export type RegistrationFormSetting = z.output<typeof registrationFormSetting>

/** The setting and what it depends on. */
export interface RegistrationForm extends RegistrationFormSetting {
  organisation_type: string
  /** In which language the organisation itself reads. */
  default_locale: string
}

export function stateOf(
  { form, fields, organisation_type }: RegistrationForm,
  field: OptionalField,
): FieldState {
  return (fields[form][field] as FieldState | undefined) ?? stateAtFirst(form, field, organisation_type)
}

function stateAtFirst(form: RegistrationFormKind, field: OptionalField, type: string): FieldState {
  if (form === 'simplified') return 'hidden'
  if (requiredAtFirst.includes(field)) return 'required'
  if (field === 'document.immunisation') return nurseries.includes(type) ? 'required' : 'hidden'
  return 'shown'
}

/** Those that are asked now, of a family or of each child. */
export function questionsOf({ questions }: Pick<RegistrationForm, 'questions'>, of?: Question['of']) {
  return questions.filter((one) => !one.removed && (of === undefined || one.of === of))
}

/** The version of what our own pages say about the keeping of personal data. */
const privacyVersion = '2026-11'

/** What a family agrees to: the product's words and the organisation's own, each at its version. */
export function consentVersionOf({ terms, terms_version }: RegistrationFormSetting): string {
  return terms ? `${privacyVersion}/${terms_version}` : privacyVersion
}

/** Words by language. */
export type Words = Readonly<Record<string, string>>

/** Words in one language, or in that in which they were written. */
export const wordsIn = (words: Words, locale: string): string =>
  words[locale] || Object.values(words).find(Boolean) || ''

/** A question in one language, or in that in which it was written. */
export const questionWords = ({ label }: Pick<Question, 'label'>, locale: string): string =>
  wordsIn(label, locale)

/** What one of the choices of a question is called, by language. */
export function choiceWords(
  { choices, choice_words }: Pick<Question, 'choices' | 'choice_words'>,
  value: string,
): Words {
  const at = choices.indexOf(value)
  const said = Object.entries(choice_words).flatMap(([locale, words]) =>
    words[at] ? [[locale, words[at]]] : [],
  )
  return said.length > 0 ? Object.fromEntries(said) : { '': value }
}

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
