import { redirect } from '@remix-run/node'
import { childQuestions, familyQuestions } from '#app/domain/enrolment/online-registration/asked-fields.ts'
import {
  type Draft,
  noAnswers,
  type Step,
  withChild,
} from '#app/domain/enrolment/online-registration/draft.ts'
import {
  countDraftUse,
  type DraftChange,
  findDraft,
  type Seeker,
  saveDraft,
} from '#app/domain/enrolment/online-registration/drafts.ts'
import {
  type RegistrationForm,
  registrationForm,
} from '#app/domain/enrolment/online-registration/form-setting.ts'
import { papersOf } from '#app/domain/enrolment/online-registration/papers.ts'
import { ownParent } from '#app/domain/enrolment/online-registration/submit.ts'
import { environment } from '#app/environment.ts'
import { openChannels } from '#app/integrations/sms/settings.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { draftCookie } from '#app/server/http/cookies.ts'
import type { RequestContext } from '#app/server/request/context.ts'
import { keysOf } from '#app/server/request/keys.ts'

/** What every page of a registration begins with. */
export interface Registering {
  form: RegistrationForm
  /** The organisation takes registrations, and runs. */
  open: boolean
  seeker: Seeker
  draft: Draft | undefined
  /** This browser's draft belongs to an account that is not signed in here. */
  foreign: boolean
  /** Who is signed in as a parent, as they are on file. */
  own: Awaited<ReturnType<typeof ownParent>>
  /** Somebody of the office fills it in for a family, who may do so also while families may not. */
  staff: boolean
  /** A code to the phone of the first parent is demanded before it is handed in. */
  proves: boolean
}

type From = { request: Request; context: RequestContext }

/** Codes of drafts that were begun by the very request: its own loaders find them before the browser has the cookie. */
const begunHere = new WeakMap<RequestContext, string>()

/**
 * Keeps what a page changes, and begins the draft with the first one. Refuses too_many_requests and what saveDraft
 * refuses.
 */
export async function savePart(
  { context }: From,
  { form, seeker, draft }: Registering,
  change: DraftChange,
): Promise<void> {
  const { actor, locale } = context
  await countDraftUse(context.write, actor.ip, draft === undefined)
  const place = { seeker, form: form.form, locale }
  const { code } = await context.write((trx) => saveDraft(trx, keysOf(context), place, change))
  if (!code) return
  begunHere.set(context, code)
  context.cookies.push(await draftCookie.set(code))
}

export async function registering({ request, context }: From): Promise<Registering> {
  const db = await context.read()
  const { actor } = context
  const code = begunHere.get(context) ?? (await draftCookie.of(request))
  const staff = actor.type === 'user' && !actor.parent_id && context.can('application.create')
  const seeker = { code, user_id: actor.type === 'user' && actor.parent_id ? actor.id : null }
  const [{ form, active }, known, own] = await Promise.all([
    registrationForm(db),
    findDraft(db, keysOf(context), seeker),
    ownParent(db, seeker.user_id && actor.parent_id),
  ])
  return {
    ...{ form, seeker, own, staff, open: (form.open || staff) && active },
    ...{ draft: known?.draft, foreign: known?.foreign ?? false },
    proves: form.phone_proof && !own && !staff && openChannels(environment).length > 0,
  }
}

/** For a page of a step: who cannot go on is led to the first page, which says why; who has handed in, to the last. */
export async function atStep(
  from: From,
): Promise<Registering & { answers: Draft['answers']; version: number }> {
  const known = await registering(from)
  const { open, foreign, draft } = known
  if (!open || foreign) throw redirect(paths.register.start())
  const over = draft?.application_id != null
  if (over && !from.context.isSubmission) throw redirect(paths.register.done())
  return {
    ...known,
    answers: over ? noAnswers : (draft?.answers ?? noAnswers),
    version: over ? 0 : (draft?.version ?? 0),
  }
}

/** The same for a step that only a draft has. Whoever hands in twice is led to where the first led. */
export async function withDraft(from: From): Promise<Awaited<ReturnType<typeof atStep>> & { draft: Draft }> {
  const known = await atStep(from)
  if (known.draft?.application_id) throw redirect(paths.register.done())
  if (!known.draft || known.version === 0) {
    // Of what was begun too long ago, or removed in another window, only the code is left in this browser.
    if (known.seeker.code) throw await redirectWith(paths.register.start(), 'draft_gone', {}, 'error')
    throw redirect(paths.register.start())
  }
  return { ...known, draft: known.draft }
}

/** Papers of children are counted on before the first child is there. */
const withAChild = (answers: Draft['answers']) =>
  answers.students.length > 0
    ? answers
    : withChild(answers, { place: 1, student_id: null, typed: {}, subjects: [] })

type Known = Pick<Awaited<ReturnType<typeof atStep>>, 'form' | 'answers' | 'own'>

/** The steps of this family, in their order: who is signed in is on file, and an organisation may ask for no papers. */
export function stepsOf({ form, answers, own }: Known): Step[] {
  const hasPapers = papersOf(form, withAChild(answers)).length > 0
  return [
    ...(own ? [] : (['parents'] as const)),
    ...(['students', 'subjects'] as const),
    ...(hasPapers || familyQuestions(form).length > 0 ? (['documents'] as const) : []),
    'review',
  ]
}

export interface StepPlace {
  step: Step
  /** From 1; 0 for a step that this family does not have. */
  number: number
  count: number
}

/** Where a page stands among them. */
export function placeInSteps(known: Known, step: Step): StepPlace {
  const steps = stepsOf(known)
  return { step, number: steps.indexOf(step) + 1, count: steps.length }
}

/** Whether a page was opened from the summary, to which it then leads back; its mistakes are shown at once. */
export const isFromSummary = (request: Request): boolean => new URL(request.url).searchParams.has('check')

/** The page that follows a step, of the child at a place. */
export function pageAfter(known: Known, step: Step, place = 1): string {
  if (step === 'parents') return paths.register.student(known.answers.students[0]?.place ?? 1)
  if (step === 'students') return paths.register.subjectsOf(place)
  const asksPapers = step === 'subjects' && stepsOf(known).includes('documents')
  return asksPapers ? paths.register.documents() : paths.register.review()
}

/** The page before a step, of the child at a place. */
export function pageBefore(known: Known, step: Step, place = 1): string {
  const { answers, own, form } = known
  const { students } = answers
  const last = students.at(-1)
  if (step === 'parents') return place === 2 && !own ? paths.register.parent(1) : paths.register.start()
  if (step === 'students') {
    const isFirst = students.length === 0 || students[0]!.place === place
    return !isFirst ? paths.register.review() : own ? paths.register.start() : paths.register.parent(1)
  }
  if (step === 'subjects') {
    const child = students.find((one) => one.place === place)
    const isAsked = !child?.student_id || childQuestions(form).length > 0
    return isAsked ? paths.register.student(place) : pageBefore(known, 'students', place)
  }
  if (step === 'review' && stepsOf(known).includes('documents')) return paths.register.documents()
  return last ? paths.register.subjectsOf(last.place) : paths.register.student(1)
}
