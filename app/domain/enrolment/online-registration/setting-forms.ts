import { z } from 'zod'
import { lines, text, settingVersion as version } from '#app/domain/core/fields.ts'
import { locales } from '#app/i18n/locales.ts'
import {
  fieldStates,
  most,
  optionalFields,
  type Question,
  questionKinds,
  questionSubjects,
  registrationForms,
} from './form-setting.ts'

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

/** One in each line. */
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

/** As it is kept by an organisation of this language. */
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

/** For the form, by language, one in each line; one that was said in one language alone stands in each. */
export const choiceLines = ({ choices, choice_words }: Question): Record<string, string> =>
  Object.fromEntries(locales.map((locale) => [locale, (choice_words[locale] ?? choices).join('\n')]))

/** For the buttons beside a question. */
export const oneQuestion = z.object({ id: z.string().max(40), version })

/** A question before the one that is asked before it; removed ones keep out of the way. */
export function movedUp(questions: readonly Question[], id: string): Question[] {
  const asked = questions.filter(({ removed }) => !removed)
  const at = asked.findIndex((one) => one.id === id)
  if (at < 1) return [...questions]
  const [before, moved] = [asked[at - 1]!, asked[at]!]
  const order = asked.with(at - 1, moved).with(at, before)
  return [...order, ...questions.filter(({ removed }) => removed)]
}
