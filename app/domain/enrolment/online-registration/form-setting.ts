import { type Kysely, sql, type Transaction } from 'kysely'
import { z } from 'zod'
import type { Actor } from '#app/domain/core/actor.ts'
import { difference, record } from '#app/domain/core/audit.ts'
import { allowsNewWork, hasFeature } from '#app/domain/core/features/feature.ts'
import { lines, text, settingVersion as version } from '#app/domain/core/fields.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { writeSetting } from '#app/domain/core/settings/settings.ts'
import { locales } from '#app/i18n/locales.ts'
import type { DB } from '#db/types.ts'

/** How an organisation asks families that register by themselves. */

export const registrationForms = ['default', 'simplified'] as const
type RegistrationFormKind = (typeof registrationForms)[number]

export const fieldStates = ['hidden', 'shown', 'required'] as const
type FieldState = (typeof fieldStates)[number]

/** Fields that an organisation may switch on or off. Names, phone, birthday and a number of the child are always asked. */
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
type PaperKind = (typeof optionalFields)['document'][number]

/** Documents of the family; all others are per child. */
export const familyPapers: readonly PaperKind[] = ['parent_identity']

const requiredAtFirst: readonly OptionalField[] = ['parent.identity_no', 'document.birth_certificate']
/** Types of organisations that ask for the immunisation card by default. */
const nurseries = ['kindergarten', 'nursery']

export const questionKinds = ['text', 'choice', 'date', 'yes_no', 'file'] as const
export const questionSubjects = ['family', 'child'] as const
/** Maximum numbers of questions and choices, and of characters. */
export const most = { questions: 10, choices: 20, answer: 200, text: 2_000, terms: 5_000 } as const

const question = z.object({
  id: z.string(),
  kind: z.enum(questionKinds),
  of: z.enum(questionSubjects),
  /** By language. */
  label: z.record(z.string(), z.string()),
  /** Choices as answers store them: in the organisation's language. */
  choices: z.array(z.string()).default([]),
  /** Labels of the choices by language, in the same order. */
  choice_words: z.record(z.string(), z.array(z.string())).default({}),
  required: z.boolean(),
  /** No longer asked; earlier answers can still be read. */
  removed: z.boolean().default(false),
})
export type Question = z.output<typeof question>

/** The stored setting; its defaults apply to an organisation that has not changed anything. */
export const registrationFormSetting = z.object({
  open: z.boolean().default(true),
  form: z.enum(registrationForms).default('default'),
  phone_proof: z.boolean().default(true),
  /** Plain text above the first page. */
  text: z.string().default(''),
  /** Terms that a family agrees to, besides the privacy notice, and their version. */
  terms: z.string().default(''),
  terms_version: z.number().int().default(0),
  /** Field states that differ from the form's defaults. */
  fields: z
    .object({
      default: z.record(z.string(), z.enum(fieldStates)).default({}),
      simplified: z.record(z.string(), z.enum(fieldStates)).default({}),
    })
    .default({ default: {}, simplified: {} }),
  questions: z.array(question).default([]),
})
type RegistrationFormSetting = z.output<typeof registrationFormSetting>

/** The setting with the facts about the organisation that it depends on. */
export interface RegistrationForm extends RegistrationFormSetting {
  organisation_type: string
  /** The organisation's language. */
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

/** Questions asked at present, of the family or of each child. */
export function questionsOf({ questions }: Pick<RegistrationForm, 'questions'>, of?: Question['of']) {
  return questions.filter((one) => !one.removed && (of === undefined || one.of === of))
}

/** Words by language. */
export type Words = Readonly<Record<string, string>>

/** The words in a language, or in the one in which they were written. */
export const wordsIn = (words: Words, locale: string): string =>
  words[locale] || Object.values(words).find(Boolean) || ''

/** The question in a language, or in the one in which it was written. */
export const questionWords = ({ label }: Pick<Question, 'label'>, locale: string): string =>
  wordsIn(label, locale)

/** The label of a choice, by language. */
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

/** The organisation's registration form, and whether it is available: the organisation is active and its package includes it. */
export async function registrationForm(
  db: Kysely<DB>,
): Promise<{ form: RegistrationForm; version: number; active: boolean }> {
  const { organisation_type, default_locale, status, value, version, offered } = await db
    .selectFrom('platform.entity')
    .leftJoin('setting', (join) => join.on('setting.key', '=', key))
    .select(['platform.entity.organisation_type', 'platform.entity.status', 'platform.entity.default_locale'])
    .select(['setting.value', 'setting.version'])
    .select(sql<boolean>`${hasFeature('online_registration')} and ${allowsNewWork}`.as('offered'))
    .where('platform.entity.role_name', '=', sql<string>`current_user`)
    .executeTakeFirstOrThrow()
  const setting = registrationFormSetting.parse(value ?? {})
  return {
    form: { ...setting, organisation_type, default_locale },
    version: version ?? 0,
    active: status === 'active' && offered,
  }
}

/** Whether online registration is open. */
export async function registrationIsOpen(db: Kysely<DB>): Promise<boolean> {
  const { form, active } = await registrationForm(db)
  return form.open && active
}

/**
 * Changes a part of the setting at the version shown (0: never changed). Changed terms get a new version. Refuses
 * version_conflict.
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
    difference(auditFacts(before), auditFacts(after)),
  )
}

/** For the audit log: one line per field or question. */
function auditFacts(setting: RegistrationFormSetting): Record<string, unknown> {
  const { fields, questions, open, form, phone_proof, text, terms } = setting
  const flat = Object.entries(fields).flatMap(([kind, states]) =>
    Object.entries(states).map(([field, state]) => [`${kind}.${field}`, state]),
  )
  const asked = questions.map((question) => [`question.${question.id}`, questionFact(question)])
  return { open, form, phone_proof, text, terms, ...Object.fromEntries([...flat, ...asked]) }
}

function questionFact({ label, kind, of, required, removed, ...question }: Question): string | null {
  if (removed) return null
  const choices = question.choices.map((one) => Object.values(choiceWords(question, one)).join(' / '))
  return [...Object.values(label), of, kind, ...choices, ...(required ? ['required'] : [])].join(' · ')
}

export const formSettingForm = z.object({
  open: z.boolean().optional(),
  form: z.enum(registrationForms),
  phone_proof: z.boolean().optional(),
  text: lines(most.text).optional(),
  terms: lines(most.terms).optional(),
  version,
})

const states = <T extends string>(names: readonly T[]) =>
  z.object(
    Object.fromEntries(names.map((name) => [name, z.enum(fieldStates)])) as Record<T, z.ZodEnum<never>>,
  )

export const fieldsForm = z.object({
  parent: states(optionalFields.parent),
  student: states(optionalFields.student),
  document: states(optionalFields.document),
  version,
})

/** One choice per line. */
const choices = lines(most.choices * 102).transform((typed) =>
  typed
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean),
)
const choiceLetters = 100

export const questionForm = z
  .object({
    kind: z.enum(questionKinds),
    of: z.enum(questionSubjects),
    label: z.object(
      Object.fromEntries(locales.map((locale) => [locale, text({ min: 2, max: most.answer })])),
    ),
    choices: z.object(Object.fromEntries(locales.map((locale) => [locale, choices.optional()]))).optional(),
    required: z.boolean().optional(),
    version,
    form_key: z.uuid().optional(),
  })
  .superRefine(({ kind, choices = {} }, context) => {
    if (kind !== 'choice') return
    const first = choices[locales[0]!] ?? []
    for (const locale of locales) {
      const said = choices[locale] ?? []
      const wrong = (message: string) =>
        context.addIssue({ code: 'custom', path: ['choices', locale], message })
      if (said.length < 2 || said.length > most.choices)
        wrong(`registration_form.choices|{"most":${most.choices}}`)
      else if (said.some((one) => one.length > choiceLetters))
        wrong(`input.too_long|{"max":${choiceLetters}}`)
      else if (new Set(said).size < said.length) wrong('registration_form.choice_twice')
      else if (said.length !== first.length)
        wrong(`registration_form.choices_uneven|{"count":${first.length}}`)
    }
  })

/** The question as stored for an organisation of this language. */
export function questionOf(
  id: string,
  { kind, of, label, choices, required = false }: z.output<typeof questionForm>,
  locale: string,
): Question {
  const words = (kind === 'choice' && choices ? choices : {}) as Record<string, string[]>
  return {
    ...{ id, kind, of, label: label as Record<string, string>, required, removed: false },
    ...{ choices: words[locale] ?? Object.values(words)[0] ?? [], choice_words: words },
  }
}

/** Choices for the form, by language, one per line; a choice without a translation is repeated. */
export const choiceLines = ({ choices, choice_words }: Question): Record<string, string> =>
  Object.fromEntries(locales.map((locale) => [locale, (choice_words[locale] ?? choices).join('\n')]))

export const oneQuestion = z.object({ id: z.string().max(40), version })

/** Moves a question before the previous one, skipping removed questions. */
export function movedUp(questions: readonly Question[], id: string): Question[] {
  const asked = questions.filter(({ removed }) => !removed)
  const at = asked.findIndex((one) => one.id === id)
  if (at < 1) return [...questions]
  const [before, moved] = [asked[at - 1]!, asked[at]!]
  const order = asked.with(at - 1, moved).with(at, before)
  return [...order, ...questions.filter(({ removed }) => removed)]
}
