import { z } from 'zod'
import { lines, text, settingVersion as version } from '#app/domain/fields.ts'
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

/** One in each line, each once. */
const choices = lines(most.choices * 102).transform((typed) => [
  ...new Set(
    typed
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean),
  ),
])

export const questionForm = z
  .object({
    kind: z.enum(questionKinds),
    of: z.enum(questionSubjects),
    label: z.object(
      Object.fromEntries(locales.map((locale) => [locale, text({ min: 2, max: most.answer })])),
    ),
    choices: choices.optional(),
    required: z.boolean().optional(),
    version,
    form_key: z.uuid().optional(),
  })
  .superRefine(({ kind, choices = [] }, context) => {
    if (kind !== 'choice') return
    const wrong = (message: string) => context.addIssue({ code: 'custom', path: ['choices'], message })
    if (choices.length < 2 || choices.length > most.choices)
      wrong(`registration_form.choices|{"most":${most.choices}}`)
    else if (choices.some((one) => one.length > 100)) wrong('input.too_long|{"max":100}')
  })

/** As it is kept. */
export function questionOf(
  id: string,
  { kind, of, label, choices = [], required = false }: z.output<typeof questionForm>,
): Question {
  const words = label as Record<string, string>
  return { id, kind, of, label: words, choices: kind === 'choice' ? choices : [], required, removed: false }
}

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
