import { z } from 'zod'
import { addressFields, addressNames } from '#app/domain/core/contact/address.ts'
import { isMobile, malaysianPhone } from '#app/domain/core/contact/phone.ts'
import { email, lines, plainDate, text } from '#app/domain/core/fields.ts'
import { identityNo, identityProblem } from '#app/domain/identity/accounts/identity.ts'
import { relationships } from '#app/domain/people/parents/parent.ts'
import {
  birthCertNo,
  daycares,
  educations,
  genders,
  nationalities,
  transports,
} from '#app/domain/people/students/student.ts'
import {
  most,
  type OptionalField,
  type Question,
  questionsOf,
  type RegistrationForm,
  stateOf,
} from './form-setting.ts'

/** The control of a field. */
type FieldKind = 'text' | 'tel' | 'email' | 'date' | 'digits' | 'radio' | 'select' | 'lines'

/** A field of the registration with its validation. */
export interface AskedField {
  name: string
  kind: FieldKind
  required: boolean
  schema: z.ZodType
  /** Values to choose from. */
  values?: readonly string[]
  /** The HTML autocomplete token. */
  autoComplete?: string
  /** What its values are called, of rows such as branches. */
  words?: Readonly<Record<string, string>>
  /** Among the details that are folded away while they are optional. */
  further?: true
  /** The organisation's own question. */
  question?: Question
}

/** Raw input of one page, valid or not. */
export type Typed = Readonly<Record<string, string>>

type Spec = Omit<AskedField, 'name' | 'required'>

const name = text({ min: 2, max: 150 })
/** A whole number, as text. */
const digits = (min: number, max: number) =>
  z
    .string()
    .trim()
    .regex(/^\d{1,2}$/, 'input.whole_number')
    .transform(Number)
    .pipe(z.number().min(min).max(max))
const radio = (values: readonly [string, ...string[]]): Spec => ({
  kind: 'radio',
  schema: z.enum(values),
  values,
})
const select = (values: readonly [string, ...string[]]): Spec => ({
  ...radio(values),
  kind: 'select',
  further: true,
})

const parentSpecs: Record<string, Spec> = {
  name: { kind: 'text', schema: name, autoComplete: 'name' },
  relationship: radio(relationships),
  identity_no: { kind: 'text', schema: identityNo },
  phone: { kind: 'tel', schema: malaysianPhone, autoComplete: 'tel' },
  email: { kind: 'email', schema: email, autoComplete: 'email' },
  home_phone: { kind: 'tel', schema: malaysianPhone, further: true },
  occupation: { kind: 'text', schema: text({ max: 100 }), autoComplete: 'organization-title', further: true },
  income_above_2500: { ...radio(['yes', 'no']), further: true },
}

const addressKeys: Record<(typeof addressNames)[number], Partial<Spec>> = {
  address_line1: { autoComplete: 'address-line1' },
  address_line2: { autoComplete: 'address-line2' },
  address_line3: { autoComplete: 'address-line3' },
  postcode: { autoComplete: 'postal-code' },
  city: { autoComplete: 'address-level2' },
  state: { kind: 'select', autoComplete: 'address-level1', values: addressFields.state.unwrap().options },
}
/** Required parts of a required address. */
const wholeAddress: readonly string[] = ['address_line1', 'city', 'state', 'postcode']

const studentSpecs: Record<string, Spec> = {
  name: { kind: 'text', schema: name },
  born_on: { kind: 'date', schema: plainDate.refine((on) => on >= '1920-01-01', 'student.born_on') },
  gender: radio(genders),
  identity_no: { kind: 'text', schema: identityNo },
  birth_cert_no: { kind: 'text', schema: birthCertNo },
  nationality: { ...select(nationalities as unknown as [string]) },
  phone: { kind: 'tel', schema: malaysianPhone, further: true },
  email: { kind: 'email', schema: email, further: true },
  highest_education: select(educations as unknown as [string]),
  previous_school: { kind: 'text', schema: text({ max: 150 }), further: true },
  transport_type: select(transports),
  daycare: select(daycares),
  number_of_siblings: { kind: 'digits', schema: digits(0, 20), further: true },
  position_in_family: { kind: 'digits', schema: digits(1, 21), further: true },
  health_conditions: { kind: 'lines', schema: lines(1000), further: true },
  allergies: { kind: 'lines', schema: lines(500), further: true },
}

/** Fields of a parent, in their order. */
export function parentFields(form: RegistrationForm): AskedField[] {
  const own = decided(form, 'parent', parentSpecs, ['name', 'relationship', 'phone'])
  const address = stateOf(form, 'parent.address')
  if (address === 'hidden') return own
  const lines = addressNames.map((key) => ({
    ...{ name: key, kind: 'text' as const, schema: addressFields[key].unwrap(), further: true as const },
    ...addressKeys[key],
    required: address === 'required' && wholeAddress.includes(key),
  }))
  return [...own, ...lines]
}

/** Fields of a new child, in their order, with the organisation's own questions. */
export function studentFields(form: RegistrationForm): AskedField[] {
  const own = decided(
    form,
    'student',
    studentSpecs,
    ['name', 'born_on', 'gender'],
    ['identity_no', 'birth_cert_no'],
  )
  return [...own, ...childQuestions(form)]
}

/** Questions asked about every child, students included. */
export const childQuestions = (form: RegistrationForm) =>
  questionFields(form, 'child').map((field) => ({ ...field, further: true as const }))

/** The branch for which classes are sought, where an organisation offers classes in several. */
export function branchField(branches: readonly { id: string; name: string }[]): AskedField[] {
  if (branches.length < 2) return []
  const ids = branches.map(({ id }) => id) as [string, ...string[]]
  const words = Object.fromEntries(branches.map(({ id, name }) => [id, name]))
  const kind = branches.length > 4 ? 'select' : 'radio'
  return [{ name: 'branch_id', kind, schema: z.enum(ids), values: ids, words, required: true }]
}

export const familyQuestions = (form: RegistrationForm) => questionFields(form, 'family')

function decided(
  form: RegistrationForm,
  whose: 'parent' | 'student',
  specs: Record<string, Spec>,
  always: readonly string[],
  offered: readonly string[] = [],
): AskedField[] {
  return Object.entries(specs).flatMap(([name, spec]) => {
    const state = always.includes(name)
      ? 'required'
      : offered.includes(name)
        ? 'shown'
        : stateOf(form, `${whose}.${name}` as OptionalField)
    return state === 'hidden' ? [] : [{ name, ...spec, required: state === 'required' }]
  })
}

/** The field name of a question; files have their own page. */
const questionField = (id: string) => `q_${id}`

function questionFields(form: RegistrationForm, of: Question['of']): AskedField[] {
  return questionsOf(form, of)
    .filter(({ kind }) => kind !== 'file')
    .map((question) => ({
      ...questionSpec(question),
      name: questionField(question.id),
      required: question.required,
      question,
    }))
}

function questionSpec({ kind, choices }: Question): Spec {
  if (kind === 'date') return { kind: 'date', schema: plainDate }
  if (kind === 'yes_no') return radio(['yes', 'no'])
  if (kind === 'choice') return { kind: 'select', schema: z.enum(choices), values: choices }
  return { kind: 'text', schema: text({ max: most.answer }) }
}

/** Digits alone are an identity card number, anything else a passport number. */
export const identityTypeOf = (number: string) => (/^\d+$/.test(number) ? 'nric' : 'passport')

export interface Demands {
  today: string
  /** The phone must be a mobile number, since a code is sent to it. */
  mobile?: boolean
}

/**
 * The schema of some fields, for input without its empty fields. Checks across fields: a number matches its type, an address
 * is complete, a child has one of the two numbers.
 */
export function schemaOf(fields: readonly AskedField[], { today, mobile = false }: Demands) {
  const shape = fields.map(({ name, schema, required }) => [name, required ? schema : schema.optional()])
  const names = new Set(fields.map(({ name }) => name))
  const object = z.object(Object.fromEntries(shape) as Record<string, z.ZodType>)
  return object.superRefine((input, context) => {
    const given = input as Record<string, string | undefined>
    const wrong = (field: string, message: string) =>
      context.addIssue({ code: 'custom', path: [field], message })
    const { identity_no, phone, born_on } = given
    if (born_on && born_on > today) wrong('born_on', 'student.born_on')
    const problem = identity_no && identityProblem(identityTypeOf(identity_no), identity_no)
    if (problem) wrong('identity_no', problem)
    if (mobile && names.has('relationship') && phone && !isMobile(phone)) wrong('phone', 'input.mobile')
    if (names.has('birth_cert_no') && !identity_no && !given.birth_cert_no)
      wrong('birth_cert_no', 'student.number_needed')
    if (names.has('address_line1') && addressNames.some((key) => given[key]))
      for (const key of wholeAddress) if (!given[key]) wrong(key, 'input.required')
  })
}

/** The input of these fields without empty ones. */
export function filled(fields: readonly AskedField[], typed: Typed): Record<string, string> {
  return Object.fromEntries(fields.flatMap(({ name }) => (typed[name]?.trim() ? [[name, typed[name]!]] : [])))
}
