import { data, redirect } from '@remix-run/node'
import { z } from 'zod'
import { plainDate } from '#app/domain/core/fields.ts'
import { formErrorMap } from '#app/domain/core/form-errors.ts'
import { asRefusal, statusOf } from '#app/domain/core/refusal.ts'
import {
  type AskedField,
  type Demands,
  filled,
  schemaOf,
  type Typed,
} from '#app/domain/enrolment/online-registration/asked-fields.ts'
import type { DraftAnswers, Part } from '#app/domain/enrolment/online-registration/draft.ts'
import { formOf } from '#app/server/forms/form-data.ts'
import { errorOf } from '#app/server/forms/submit.ts'
import type { RequestContext } from '#app/server/request/context.ts'
import { type Registering, savePart } from './registering.ts'

/** What a page says that was not taken as it was typed. Codes by field name; those of the whole form under the empty name. */
export interface PageAnswer {
  typed: Typed
  errors: Record<string, string[]>
}

/** A field as a page draws it. */
export type DrawnField = Omit<AskedField, 'schema'>
export const drawn = ({ schema: _, ...field }: AskedField): DrawnField => field

/** Letters of one field that are kept, however many are sent. */
const mostLetters = 2_000

/** A field of a form, as long as one is kept. */
export function textOf(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value.slice(0, mostLetters) : ''
}

/** What was typed into these fields; a day as the calendar of a browser writes it, however it was typed. */
export const typedOf = (form: FormData, fields: readonly AskedField[]): Record<string, string> =>
  Object.fromEntries(
    fields.map(({ name, kind }) => {
      const text = textOf(form, name)
      return [name, kind === 'date' ? (plainDate.safeParse(text).data ?? text) : text]
    }),
  )

/** Codes by field of what was typed; none when all is well. */
export function errorsOf(fields: readonly AskedField[], typed: Typed, demands: Demands) {
  const read = schemaOf(fields, demands).safeParse(filled(fields, typed), { error: formErrorMap })
  const errors: Record<string, string[]> = {}
  if (!read.success)
    for (const { path, message } of read.error.issues) {
      const field = fields.find(({ name }) => name === path[0])
      errors[String(path[0] ?? '')] ??= [
        message === 'input.required' && field?.values ? chooseCode(field) : message,
      ]
    }
  return errors
}

/** Of several values one is chosen, not filled in. */
const chooseCode = ({ name }: AskedField) =>
  name === 'relationship' ? 'register.relationship' : 'input.choice'

interface TypedPage {
  part: Part
  fields: readonly AskedField[]
  demands: Demands
  change(answers: DraftAnswers, typed: Record<string, string>): DraftAnswers
  /** The page before, to which the button "Back" leads whatever is typed. */
  back: string
  /** The page that follows when all is well, given the button that was pressed. */
  next(pressed: string | null): string
}

/**
 * Keeps what was typed on a page, right or wrong, then goes on or says what is wrong with it. In a page that somebody has
 * changed in another window what was typed here stays on the page, and is kept when it is sent again. `?subject=` is the
 * class with which the family begins; a form without an address of its own is sent to that of its page.
 */
export async function saveTypedPage(
  from: { request: Request; context: RequestContext },
  known: Registering,
  { part, fields, demands, change, back, next }: TypedPage,
) {
  const form = await formOf(from.request)
  const text = (name: string) => textOf(form, name)
  const typed = typedOf(form, fields)
  const errors = errorsOf(fields, typed, demands)
  try {
    const version = Number(text('version')) || 0
    const subject_id = z.uuid().safeParse(new URL(from.request.url).searchParams.get('subject')).data
    const withSubject = (answers: DraftAnswers) =>
      subject_id ? { ...answers, subject_id: answers.subject_id ?? subject_id } : answers
    await savePart(from, known, { part, version, change: (answers) => change(withSubject(answers), typed) })
  } catch (error) {
    const refusal = asRefusal(error)
    if (!refusal) throw error
    const answer: PageAnswer = { typed, errors: { '': [errorOf(refusal.code, refusal.values)] } }
    return data(answer, { status: statusOf(refusal.code) })
  }
  if (text('go') === 'back') return redirect(back)
  if (Object.keys(errors).length > 0) return data({ typed, errors } satisfies PageAnswer, { status: 422 })
  return redirect(next(text('go') || null))
}
