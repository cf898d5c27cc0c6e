import { type Kysely, sql, type Transaction } from 'kysely'
import type { Actor } from '#app/domain/core/actor.ts'
import { addressNames } from '#app/domain/core/contact/address.ts'
import { compact } from '#app/domain/core/invisible.ts'
import { countUses, visitorKey } from '#app/domain/core/rate-limit.ts'
import { asRefusal, Refusal } from '#app/domain/core/refusal.ts'
import type { Keys } from '#app/domain/core/secrets.ts'
import type { Write } from '#app/domain/core/transactions.ts'
import {
  type AppliedStudent,
  type NewApplication,
  type ParentAnswers,
  parentAnswers,
  type Submitted,
  studentAnswers,
} from '#app/domain/enrolment/applications/application.ts'
import { consentsAsked } from '#app/domain/enrolment/applications/consent.ts'
import { submitApplication } from '#app/domain/enrolment/applications/submit-application.ts'
import { knownLocale } from '#app/i18n/locales.ts'
import type { DB } from '#db/types.ts'
import {
  type AskedField,
  childQuestions,
  familyQuestions,
  filled,
  identityTypeOf,
  parentFields,
  schemaOf,
  studentFields,
  type Typed,
} from './asked-fields.ts'
import type { Draft, DraftAnswers, DraftChild } from './draft.ts'
import { markSubmitted } from './drafts.ts'
import { estimateOf, totalOf } from './estimate.ts'
import { type FiledChildren, filedChildren, seekingOf } from './filed-children.ts'
import { choiceWords, type RegistrationForm, type Words } from './form-setting.ts'
import { canBeChosen, misfit, type OfferedSubject, subjectsById } from './offered.ts'
import { type AskedPaper, filesOf, isOf, moveFilesToApplication, type Paper, papersOf } from './papers.ts'

/** Submissions per IP address, and per phone number, in an hour. */
const perHour = { points: 5, seconds: 3_600 } as const

/**
 * Refuses too_many_requests. Runs in its own transaction, so that a refused submission is counted too. An unproven phone number
 * is not counted, since a stranger could otherwise lock its family out.
 * @param phone of a signed-in family, or proven by a code
 */
export async function countSubmission(
  write: Write,
  ip: string | null,
  phone: string | undefined,
): Promise<void> {
  const ofPhone = phone ? [{ key: `registration.hand_in:${phone}`, ...perHour }] : []
  const over = await write((trx) =>
    countUses(trx, [{ key: visitorKey('registration.hand_in', ip), ...perHour }, ...ofPhone]),
  )
  if (over) throw new Refusal('too_many_requests')
}

interface SubmitContext {
  form: RegistrationForm
  draft: Draft
  /** Filled in by the office for the family. */
  staff: boolean
  locale: string
  today: string
  /** Whether a code to the first parent's phone is required, and was entered. */
  proof: 'demanded' | 'given' | 'none'
  /** Labels by language. */
  yesNo: Record<'yes' | 'no', Words>
}

/**
 * Submits a draft as an application. Refuses register.incomplete while anything is missing or invalid, which the review page
 * lists; register.phone_first; register.changed; and what submitApplication refuses.
 */
export async function submitRegistration(
  trx: Transaction<DB>,
  actor: Actor,
  keys: Keys,
  { form, draft, staff, locale, today, proof, yesNo }: SubmitContext,
): Promise<Submitted> {
  const { answers } = draft
  const own = await ownParent(trx, actor.parent_id)
  const files = await filesOf(trx, draft.id)
  const ids = answers.students.flatMap(({ subjects }) => subjects)
  const [subjects, filed] = [await subjectsById(trx, today, ids), await filedChildren(trx, answers)]
  const mobile = proof !== 'none'
  const about = { form, answers, files, subjects, filed, today, known: own !== undefined, mobile, staff }
  if (problemsOf(about).length > 0) throw new Refusal('register.incomplete')
  if (proof === 'demanded') throw new Refusal('register.phone_first')
  const asked = papersOf(form, answers)
  const places = answers.students.map(({ place }) => place)
  const input: NewApplication = {
    ...{
      channel: staff ? 'staff' : own ? 'parent' : 'public',
      form: form.form,
      locale: locale === 'my' ? 'my' : 'en',
    },
    ...{ user_id: actor.type === 'user' && !staff ? actor.id : null, parent_id: own?.id ?? null },
    ...{ phone_verified: proof === 'given', consents: await consentsAsked(trx, today, form) },
    answers: ownAnswers(form, draft, yesNo),
    parents: parentsOf(form, draft, locale, own?.answers),
    students: answers.students.map((child) => studentOf(form, child)),
    documents: files
      .filter((file) => asked.some((paper) => isOf(file, paper)))
      .map(({ kind, question, place, file_id }) => ({
        ...{ kind, file_id },
        question: form.questions.find(({ id }) => id === question)?.label ?? null,
        student_place: place === null ? null : places.indexOf(place) + 1,
      })),
    estimate_sen: totalOf(
      await estimateOf(trx, { answers, own, filed, subjects, today, locale: knownLocale(locale) }),
    ),
  }
  const submitted = await submitApplication(trx, actor, keys, input, today).catch(atTheWholeForm)
  await moveFilesToApplication(trx, draft.id)
  await markSubmitted(trx, draft, submitted.id)
  return submitted
}

/** Drops the field of a refusal, since the review page has no fields; the message names the child. */
function atTheWholeForm(error: unknown): never {
  const refusal = asRefusal(error)
  throw refusal ? new Refusal(refusal.code, undefined, refusal.values) : error
}

/** A signed-in parent's details by the fields of the form. */
export async function ownParent(db: Kysely<DB>, parent_id: string | null) {
  if (!parent_id) return undefined
  const row = await db
    .selectFrom('parent')
    .select(['id', 'name', 'relationship', 'phone', 'email', 'home_phone', 'occupation', 'identity_type'])
    .select([...addressNames, 'preferred_locale', 'preferred_channel'])
    .where('id', '=', parent_id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!row) return undefined
  const { id, ...answers } = row
  return { id, answers: Object.fromEntries(Object.entries(answers).filter(([, value]) => value !== null)) }
}

/** Students of a signed-in parent. */
export function ownChildren(db: Kysely<DB>, parent_id: string) {
  return db
    .selectFrom('student')
    .innerJoin('student_parent', 'student_parent.student_id', 'student.id')
    .select(['student.id', 'student.name', 'student.born_on', 'student.branch_id'])
    .where('student_parent.parent_id', '=', parent_id)
    .where('student.deleted_at', 'is', null)
    .where('student.status', '=', 'active')
    .orderBy('student.born_on')
    .orderBy(sql.ref('student.id'))
    .execute()
}

function parentsOf(form: RegistrationForm, { answers }: Draft, locale: string, own: object | undefined) {
  const fields = parentFields(form)
  const [first = {}, second = {}] = answers.parents
  const typed = [...(own ? [] : [first]), ...(Object.values(second).some(Boolean) ? [second] : [])]
  const others = typed.map((one) => ({
    ...{ preferred_locale: locale, preferred_channel: 'whatsapp', ...numbered(fields, one, 'nric') },
  }))
  // Stored details may be incomplete by the form's rules, so they are not validated.
  return [...(own ? [own as ParentAnswers] : []), ...others.map((one) => parentAnswers.parse(one))]
}

function studentOf(form: RegistrationForm, { student_id, typed, subjects }: DraftChild): AppliedStudent {
  const wishes = subjects.map((subject_id) => ({ subject_id, starts_on: null }))
  if (student_id !== null) return { student_id, subjects: wishes }
  const given = numbered(studentFields(form), typed, 'birth_cert')
  const whole = (key: string) => (given[key] === undefined ? {} : { [key]: Number(given[key]) })
  const answers = studentAnswers.parse({
    ...{ nationality: 'MY', daycare: 'none', ...given },
    ...{ ...whole('number_of_siblings'), ...whole('position_in_family') },
  })
  return { student_id: null, subjects: wishes, ...answers }
}

/** The input with the type of its identity number added. */
function numbered(fields: readonly AskedField[], typed: Typed, without: string): Record<string, string> {
  const given = filled(fields, typed)
  const number = given.identity_no && compact(given.identity_no)
  return { ...given, identity_type: number ? identityTypeOf(number) : without }
}

/** Answers to the organisation's own questions, with the text of the questions. */
function ownAnswers(
  form: RegistrationForm,
  { answers }: Draft,
  yesNo: SubmitContext['yesNo'],
): NewApplication['answers'] {
  const answered = (asked: AskedField[], typed: Typed, student_place: number | null) =>
    asked.flatMap(({ name, question }) => {
      const answer = typed[name]?.trim()
      if (!answer || !question) return []
      const { kind, label } = question
      const words = kind === 'yes_no' ? yesNo[answer as 'yes' | 'no'] : choiceWords(question, answer)
      return [{ label, student_place, answer: kind === 'text' || kind === 'date' ? answer : words }]
    })
  return [
    ...answered(familyQuestions(form), answers.family, null),
    ...answers.students.flatMap(({ typed }, index) => answered(childQuestions(form), typed, index + 1)),
  ]
}

/** Problems that prevent submitting a draft, in the order of the steps. */
export type Problem =
  | { step: 'parent'; place: number; fields: AskedField[] }
  | { step: 'student'; place: number; fields: AskedField[] }
  | { step: 'no_student' }
  | { step: 'no_subject'; place: number }
  /** The class was closed or filled up since it was chosen, or does not fit the child. */
  | {
      step: 'subject'
      place: number
      subject_id: string
      why: 'full' | 'closed' | 'gone' | 'age' | 'branch'
      name: string | null
    }
  | { step: 'family'; fields: AskedField[] }
  | { step: 'paper'; paper: AskedPaper }

interface Reviewed {
  form: RegistrationForm
  answers: DraftAnswers
  files: readonly Paper[]
  subjects: ReadonlyMap<string, OfferedSubject>
  filed: FiledChildren
  today: string
  /** The office may enrol anybody: no class is refused for the age or the branch. */
  staff: boolean
  /** The details of a signed-in parent are on file and not asked. */
  known: boolean
  /** The phone must be a mobile number, since a code is sent to it. */
  mobile: boolean
}

/** Missing or invalid fields of a page. */
function wrongFields(
  fields: readonly AskedField[],
  typed: Typed,
  demands: Parameters<typeof schemaOf>[1],
): AskedField[] {
  const read = schemaOf(fields, demands).safeParse(filled(fields, typed))
  if (read.success) return []
  const names = new Set(read.error.issues.map(({ path }) => String(path[0])))
  return fields.filter(({ name }) => names.has(name))
}

export function problemsOf(reviewed: Reviewed): Problem[] {
  const { form, answers, files, today } = reviewed
  return [
    ...parentProblems(reviewed),
    ...(answers.students.length === 0 ? [{ step: 'no_student' as const }] : []),
    ...answers.students.flatMap((child) => childProblems(reviewed, child)),
    ...wrongStep('family', wrongFields(familyQuestions(form), answers.family, { today })),
    ...papersOf(form, answers)
      .filter((paper) => paper.required && !files.some((file) => isOf(file, paper)))
      .map((paper) => ({ step: 'paper' as const, paper })),
  ]
}

const wrongStep = (step: 'family', fields: AskedField[]): Problem[] =>
  fields.length > 0 ? [{ step, fields }] : []

function parentProblems({ form, answers, today, known, mobile }: Reviewed): Problem[] {
  const fields = parentFields(form)
  const others = answers.parents.slice(1).filter((typed) => Object.values(typed).some(Boolean))
  const asked = [...(known ? [] : [answers.parents[0] ?? {}]), ...others]
  const first = known ? 2 : 1
  return asked.flatMap((typed, index) => {
    const place = first + index
    const wrong = wrongFields(fields, typed, { today, mobile: mobile && place === 1 })
    return wrong.length > 0 ? [{ step: 'parent' as const, place, fields: wrong }] : []
  })
}

function childProblems({ form, subjects, filed, today, staff }: Reviewed, child: DraftChild): Problem[] {
  const { place, typed, student_id } = child
  const fields = student_id === null ? studentFields(form) : childQuestions(form)
  const wrong = wrongFields(fields, typed, { today })
  const closed = child.subjects.flatMap((subject_id): Problem[] => {
    const subject = subjects.get(subject_id)
    const unfit = subject && !staff ? misfit(subject, seekingOf(child, filed), today) : undefined
    if (subject && canBeChosen(subject) && !unfit) return []
    const why = !subject ? 'gone' : canBeChosen(subject) ? unfit! : (subject.seats as 'full' | 'closed')
    return [{ step: 'subject', place, subject_id, why, name: subject?.name ?? null }]
  })
  return [
    ...(wrong.length > 0 ? [{ step: 'student' as const, place, fields: wrong }] : []),
    ...(child.subjects.length === 0 ? [{ step: 'no_subject' as const, place }] : []),
    ...closed,
  ]
}
