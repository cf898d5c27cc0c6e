import { Refusal } from '#app/domain/core/refusal.ts'
import {
  type OptionalField,
  optionalFields,
  stateOf,
} from '#app/domain/enrolment/online-registration/form-setting.ts'
import { canBeChosen, priceOf, subjectsById } from '#app/domain/enrolment/online-registration/offered.ts'
import { filesOf } from '#app/domain/enrolment/online-registration/papers.ts'
import type { RequestContext } from '#app/server/request/context.ts'
import { type Registering, registering, stepsOf } from './registering.ts'
import { reviewed } from './reviewed.ts'

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
  return {
    ...{ open, foreign, text: open ? form.text : '', isParent: own !== undefined },
    isSignedIn: context.profile === 'user',
    submittedRegistration: Boolean(draft?.application_id && !foreign),
    subject: subject && { ...subject, price: priceOf(subject.fees), canBeChosen: canBeChosen(subject) },
    papers: optionalFields.document.filter(
      (kind) => stateOf(form, `document.${kind}` as OptionalField) === 'required',
    ),
    begun: open && begun ? await begunSteps(context, { ...known, draft: begun }) : undefined,
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
  const stepOf = { parent: 'parents', student: 'students', family: 'questions', paper: 'documents' } as const
  const open = new Set(
    problems.map(({ step }) =>
      step === 'no_student'
        ? 'students'
        : step === 'no_subject' || step === 'subject'
          ? 'subjects'
          : stepOf[step],
    ),
  )
  if (children.length === 0) for (const step of ['subjects', 'documents'] as const) open.add(step)
  return {
    until: draft.expires_at,
    names: children.map(({ name }) => name),
    steps: stepsOf({ ...known, answers: draft.answers }).map((step) => ({
      step,
      isDone: step === 'review' ? false : !open.has(step),
    })),
    files: files.length,
  }
}
