import { redirect } from '@remix-run/node'
import { familyQuestions } from '#app/domain/enrolment/online-registration/asked-fields.ts'
import {
  type Draft,
  noAnswers,
  pageOf,
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
  if (!known.draft || known.version === 0) throw redirect(paths.register.start())
  return { ...known, draft: known.draft }
}

/** Papers of children are counted on before the first child is there. */
const withAChild = (answers: Draft['answers']) =>
  answers.students.length > 0
    ? answers
    : withChild(answers, { place: 1, student_id: null, typed: {}, subjects: [] })

/** The steps of this family, in their order: an organisation may ask for no papers and have no questions. */
export function stepsOf({
  form,
  answers,
}: Pick<Awaited<ReturnType<typeof atStep>>, 'form' | 'answers'>): Step[] {
  const hasPapers = papersOf(form, withAChild(answers)).length > 0
  return [
    ...(['parents', 'students', 'subjects'] as const),
    ...(familyQuestions(form).length > 0 ? (['questions'] as const) : []),
    ...(hasPapers ? (['documents'] as const) : []),
    'review',
  ]
}

export interface StepPlace {
  step: Step
  number: number
  count: number
}

/** Where a page stands among them. */
export function placeInSteps(known: Parameters<typeof stepsOf>[0], step: Step): StepPlace {
  const steps = stepsOf(known)
  return { step, number: steps.indexOf(step) + 1, count: steps.length }
}

/** The page of a step so many after one. */
export function pageFrom(known: Parameters<typeof stepsOf>[0], step: Step, by: 1 | -1): string {
  const steps = stepsOf(known)
  const next = steps[steps.indexOf(step) + by]
  return next ? pageOf(next) : paths.register.start()
}
