import { type Kysely, sql, type Transaction } from 'kysely'
import type { Actor } from '#app/domain/core/actor.ts'
import { addressNames } from '#app/domain/core/contact/address.ts'
import { countUses, visitorKey } from '#app/domain/core/rate-limit.ts'
import { asRefusal, Refusal } from '#app/domain/core/refusal.ts'
import type { Keys } from '#app/domain/core/secrets.ts'
import type { Write } from '#app/domain/core/transactions.ts'
import type {
  AppliedStudent,
  NewApplication,
  Submitted,
} from '#app/domain/enrolment/applications/application.ts'
import {
  type ParentAnswers,
  parentAnswers,
  studentAnswers,
} from '#app/domain/enrolment/applications/application-form.ts'
import { submitApplication } from '#app/domain/enrolment/applications/submit-application.ts'
import type { DB } from '#db/types.ts'
import {
  type AskedField,
  childQuestions,
  familyQuestions,
  filled,
  identityTypeOf,
  parentFields,
  studentFields,
  type Typed,
} from './asked-fields.ts'
import type { Draft, DraftChild } from './draft.ts'
import { noteHandedIn } from './drafts.ts'
import { priceOf, sumOf } from './estimate.ts'
import { filesOf, handOverFiles } from './files.ts'
import { choiceWords, consentVersionOf, type RegistrationForm, type Words } from './form-setting.ts'
import { subjectsById } from './offered.ts'
import { isOf, papersOf } from './papers.ts'
import { problemsOf } from './review.ts'

/** Applications of one network, and of one phone, in an hour. */
const handedIn = { points: 5, seconds: 3_600 } as const

/**
 * Refuses too_many_requests. In a transaction of its own, so that a refused one counts, too. A number that somebody has
 * merely typed does not count: strangers would else keep its family out.
 * @param phone of a family that was signed in or has shown that it is theirs
 */
export async function countHandedIn(
  write: Write,
  ip: string | null,
  phone: string | undefined,
): Promise<void> {
  const ofPhone = phone ? [{ key: `registration.hand_in:${phone}`, ...handedIn }] : []
  const over = await write((trx) =>
    countUses(trx, [{ key: visitorKey('registration.hand_in', ip), ...handedIn }, ...ofPhone]),
  )
  if (over) throw new Refusal('too_many_requests')
}

export interface HandIn {
  form: RegistrationForm
  draft: Draft
  /** Somebody of the office has filled it in for the family. */
  staff: boolean
  locale: string
  today: string
  /** A code to the first parent's phone is demanded, and was given. */
  proof: 'demanded' | 'given' | 'none'
  /** What these are called, by language. */
  yesNo: Record<'yes' | 'no', Words>
}

/**
 * Hands a draft in as an application and ends it. Refuses register.incomplete when anything is missing or wrong, which
 * the page of review names; register.phone_first; register.changed; and what submitApplication refuses.
 */
export async function handIn(
  trx: Transaction<DB>,
  actor: Actor,
  keys: Keys,
  { form, draft, staff, locale, today, proof, yesNo }: HandIn,
): Promise<Submitted> {
  const { answers } = draft
  const own = await ownParent(trx, actor.parent_id)
  const files = await filesOf(trx, draft.id)
  const ids = answers.students.flatMap(({ subjects }) => subjects)
  const subjects = await subjectsById(trx, today, ids)
  const mobile = proof !== 'none'
  const about = { form, answers, files, subjects, today, known: own !== undefined, mobile }
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
    ...{ phone_verified: proof === 'given', consent_version: consentVersionOf(form) },
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
    estimate_sen: estimateOf(draft.answers.students, subjects).first,
  }
  const submitted = await submitApplication(trx, actor, keys, input, today).catch(atTheWholeForm)
  await handOverFiles(trx, draft.id)
  await noteHandedIn(trx, draft, submitted.id)
  return submitted
}

/** The page that hands in has no fields for what is wrong with a child; the sentence names it. */
function atTheWholeForm(error: unknown): never {
  const refusal = asRefusal(error)
  throw refusal ? new Refusal(refusal.code, undefined, refusal.values) : error
}

/** What the classes come to that children get at once; who waits pays nothing yet. */
export function estimateOf(
  students: readonly Pick<DraftChild, 'typed' | 'subjects'>[],
  subjects: Awaited<ReturnType<typeof subjectsById>>,
) {
  return sumOf(
    students.flatMap(({ typed, subjects: chosen }) =>
      chosen.flatMap((id) => {
        const subject = subjects.get(id)
        return subject?.seats === 'open' ? [priceOf(subject.fees, typed.nationality || 'MY')] : []
      }),
    ),
  )
}

/** A signed-in parent as they are on file, by the fields of the form. */
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

/** Children of a signed-in parent who are students now. */
export function ownChildren(db: Kysely<DB>, parent_id: string) {
  return db
    .selectFrom('student')
    .innerJoin('student_parent', 'student_parent.student_id', 'student.id')
    .select(['student.id', 'student.name', 'student.born_on', 'student.nationality'])
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
  // Who is on file may have less, or other things, than a form would take.
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

/** What was filled in, with the kind of identity number that goes with it. */
function numbered(fields: readonly AskedField[], typed: Typed, without: string): Record<string, string> {
  const given = filled(fields, typed)
  const number = given.identity_no?.replace(/[\s-]/g, '')
  return { ...given, identity_type: number ? identityTypeOf(number) : without }
}

/** Answers to the organisation's own questions, with the words in which they were asked. */
function ownAnswers(
  form: RegistrationForm,
  { answers }: Draft,
  yesNo: HandIn['yesNo'],
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
