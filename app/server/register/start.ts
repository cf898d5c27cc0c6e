import { Refusal } from '#app/domain/core/refusal.ts'
import { parentFields } from '#app/domain/enrolment/online-registration/asked-fields.ts'
import { freePlace, noAnswers, type Step } from '#app/domain/enrolment/online-registration/draft.ts'
import {
  type OptionalField,
  optionalFields,
  stateOf,
} from '#app/domain/enrolment/online-registration/form-setting.ts'
import { canBeChosen, priceOf, subjectsById } from '#app/domain/enrolment/online-registration/offered.ts'
import { filesOf } from '#app/domain/enrolment/online-registration/papers.ts'
import { ownChildren, type Problem } from '#app/domain/enrolment/online-registration/submit.ts'
import { paths } from '#app/paths.ts'
import type { RequestContext } from '#app/server/request/context.ts'
import { pageAfter, type Registering, registering, stepsOf } from './registering.ts'
import { reviewed } from './reviewed.ts'
import { drawn } from './typed-page.ts'

/** What the first page says: for one class, when it was asked for by its link. Refuses not_found.subject. */
export async function startOf(from: { request: Request; context: RequestContext }, subject_id?: string) {
  const { context } = from
  const known = await registering(from)
  const { form, open, draft, foreign, own } = known
  const db = await context.read()
  const subject = subject_id
    ? (await subjectsById(db, context.today, [subject_id], context.locale)).get(subject_id)
    : undefined
  if (subject_id && !subject) throw new Refusal('not_found.subject')
  const begun = draft && !foreign && draft.application_id === null ? draft : undefined
  const chosen = new Set(begun?.answers.students.map(({ student_id }) => student_id))
  const children = own ? await ownChildren(db, own.id) : []
  return {
    ...{ open, foreign, text: open ? form.text : '' },
    isSignedIn: context.profile === 'user',
    fields: own ? [] : parentFields(form).map(drawn),
    today: context.today,
    /** Who is signed in chooses for whom first. */
    own: own && {
      name: String(own.answers.name),
      phone: typeof own.answers.phone === 'string' ? own.answers.phone : null,
      children: children.filter(({ id }) => !chosen.has(id)).map(({ id, name }) => ({ id, name })),
      free: freePlace(begun?.answers ?? noAnswers) ?? null,
    },
    count: stepsOf({ form, own, answers: begun?.answers ?? noAnswers }).length,
    submittedRegistration: Boolean(draft?.application_id && !foreign),
    subject: subject && { ...subject, price: priceOf(subject.fees), canBeChosen: canBeChosen(subject) },
    papers: optionalFields.document.filter(
      (kind) => stateOf(form, `document.${kind}` as OptionalField) === 'required',
    ),
    // Nothing is begun by who is signed in until there is a child.
    begun:
      open && begun && (!own || begun.answers.students.length > 0)
        ? await begunSteps(context, { ...known, draft: begun })
        : undefined,
  }
}

/** How far a family has come. */
async function begunSteps(
  context: RequestContext,
  known: Registering & { draft: NonNullable<Registering['draft']> },
) {
  const { draft } = known
  const [{ problems, children }, files] = await Promise.all([
    reviewed(context, known),
    filesOf(await context.read(), draft.id),
  ])
  const { answers } = draft
  const about = { ...known, answers }
  const first = children[0]
  const noClass = children.find((child) => child.subjects.length === 0)
  const hrefs: Record<Step, string> = {
    parents: paths.register.parent(1),
    students: paths.register.student(first?.place ?? 1),
    subjects: first ? paths.register.subjectsOf((noClass ?? first).place) : pageAfter(about, 'parents'),
    documents: paths.register.documents(),
    review: paths.register.review(),
  }
  const open = new Set(problems.map(stepOf))
  if (children.length === 0) for (const step of ['subjects', 'documents'] as const) open.add(step)
  return {
    until: draft.expires_at,
    names: children.map(({ name }) => name),
    steps: stepsOf(about).map((step) => ({
      ...{ step, href: hrefs[step] },
      isDone: step === 'review' ? false : !open.has(step),
    })),
    files: files.length,
  }
}

function stepOf({ step }: Pick<Problem, 'step'>): Step {
  if (step === 'parent') return 'parents'
  if (step === 'student' || step === 'no_student') return 'students'
  return step === 'no_subject' || step === 'subject' ? 'subjects' : 'documents'
}
