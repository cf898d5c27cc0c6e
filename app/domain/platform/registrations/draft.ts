import { z } from 'zod'
import { formErrorMap } from '#app/domain/core/form-errors.ts'
import { type RegistrationInput, registrationFields } from './registration.ts'
import { type Step, stepForms, steps, type TypedStep, typedSteps } from './steps.ts'

/** Days after its last change for which an unsubmitted registration is stored. */
export const retentionDays = 30

/** Supporting documents of a registration. */
export const documentKinds = ['certificate', 'licence', 'bank_header', 'other'] as const
export const documentLimit = { fewest: 1, most: 5 } as const

const typed = z.record(z.string(), z.string())

/** Raw input by step, valid or not. */
export const draftAnswers = z.partialRecord(z.enum(typedSteps as [TypedStep, ...TypedStep[]]), typed)
export type DraftAnswers = z.output<typeof draftAnswers>

export interface Draft {
  id: string
  version: number
  answers: DraftAnswers
  registration_id: string | null
  expires_at: Date
}

export interface Problem {
  step: Step
  /** Names of fields; none, when nothing of the step was answered or it has no fields. */
  fields: string[]
}

const filled = (answers: Record<string, string> = {}) =>
  Object.fromEntries(Object.entries(answers).filter(([, value]) => value.trim() !== ''))

/** The parsed answers of a step; undefined while they are invalid. */
export function answered<S extends TypedStep>(answers: DraftAnswers, step: S) {
  const read = stepForms[step].safeParse(filled(answers[step]), { error: formErrorMap })
  return read.success ? (read.data as ReturnType<(typeof stepForms)[S]['parse']>) : undefined
}

/** Missing and invalid answers, in the order of the steps. */
export function problemsOf({ answers }: Pick<Draft, 'answers'>, documents: number): Problem[] {
  return steps.flatMap((step): Problem[] => {
    if (step === 'documents') return documents < documentLimit.fewest ? [{ step, fields: [] }] : []
    if (step === 'review') return []
    const read = stepForms[step].safeParse(filled(answers[step]), { error: formErrorMap })
    if (read.success) return []
    return [{ step, fields: [...new Set(read.error.issues.map(({ path }) => String(path[0])))] }]
  })
}

/** The draft as input of a registration, in the shape of the API; undefined while anything is missing or invalid. */
export function inputOf(
  { answers }: Pick<Draft, 'answers'>,
  agreed_terms_version: string,
): RegistrationInput | undefined {
  const offer = answered(answers, 'package')
  const organisation = answered(answers, 'organisation')
  const contact = answered(answers, 'contact')
  const subdomain = answered(answers, 'subdomain')
  const bank = answered(answers, 'bank')
  const connections = answered(answers, 'connections')
  if (!offer || !organisation || !contact || !subdomain || !bank || !connections) return undefined
  const { address_line1, address_line2, address_line3, city, state, postcode, ...who } = organisation
  const { smtp_host, smtp_port, smtp_username, smtp_password, ...more } = connections
  const { smtp_sender_name, smtp_sender_email, ...others } = more
  const smtp = smtp_host && {
    ...{ host: smtp_host, port: smtp_port, username: smtp_username, password: smtp_password },
    ...{ sender_name: smtp_sender_name, sender_email: smtp_sender_email },
  }
  const read = z.object(registrationFields).safeParse({
    ...{ ...offer, ...who, ...contact, ...subdomain, ...bank, ...others, agreed_terms_version },
    address: { line1: address_line1, line2: address_line2, line3: address_line3, city, state, postcode },
    ...(smtp && { smtp }),
  })
  return read.data
}

/** A code as people type it from paper: with spaces, hyphens and capitals. */
export const typedCode = z
  .string()
  .max(100)
  .transform((typed) => typed.replace(/[\s\p{Pd}]/gu, '').toLowerCase())

/** In groups, so that it can be read out. */
export const codeInGroups = (code: string) => code.match(/.{1,7}/g)!.join('-')
