import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { asRefusal, statusOf } from '#app/domain/core/refusal.ts'
import { most } from '#app/domain/enrolment/applications/application.ts'
import { childAt, type DraftChild, withChild } from '#app/domain/enrolment/online-registration/draft.ts'
import { filedChildren, seekingOf } from '#app/domain/enrolment/online-registration/filed-children.ts'
import {
  canBeChosen,
  type OfferedSubject,
  offeredAtATime,
  offeredBranches,
  offeredSubjects,
  priceOf,
  type Seeking,
  subjectsById,
} from '#app/domain/enrolment/online-registration/offered.ts'
import { paths } from '#app/paths.ts'
import { formOf } from '#app/server/forms/form-data.ts'
import { unlisted } from '#app/server/payments/public-page.ts'
import { namedChildren } from '#app/server/register/children.ts'
import {
  isFromSummary,
  pageAfter,
  pageBefore,
  placeInSteps,
  savePart,
  withDraft,
} from '#app/server/register/registering.ts'
import { textOf } from '#app/server/register/typed-page.ts'
import { reasonAgainst, unfitFor } from '#app/server/register/unfit.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { StepPage } from '#app/ui/enrolment/register/StepPage.tsx'
import { SubjectChoice } from '#app/ui/enrolment/register/SubjectChoice.tsx'

/** The classes of one child that fit its age and branch, by program; what is ticked is kept with every button. */
export const handle = { access: 'guest', title: 'register.steps.subjects', look: 'public' } satisfies Handle

export const headers = unlisted

async function asked(args: LoaderFunctionArgs | ActionFunctionArgs) {
  const known = await withDraft(args)
  const place = Number(args.params.place)
  const child = childAt(known.answers, place)
  if (!child) throw redirect(paths.register.start())
  const db = await args.context.read()
  const { today, t } = args.context
  const [filed, branches] = await Promise.all([
    filedChildren(db, { students: [child] }),
    offeredBranches(db, today),
  ])
  const [named] = namedChildren({ students: [child] }, filed, t)
  const branch_id = branches.some(({ id }) => id === child.typed.branch_id)
    ? child.typed.branch_id
    : undefined
  /** With the branch that is chosen now, while it has classes; the office may enrol anybody. */
  const seeking = (one: DraftChild, branch = branch_id): Seeking => ({
    born_on: known.staff ? undefined : seekingOf(one, filed).born_on,
    branch_id: branch,
  })
  return { known, place, child, named: named!, branches, branch_id, seeking, db, today }
}

const wanted = z.object({
  q: z.string().trim().max(100).catch(''),
  program: z.uuid().or(z.literal('')).catch(''),
  page: z.coerce.number().int().min(1).max(1_000).catch(1),
})

export async function loader(args: LoaderFunctionArgs) {
  const { context, request } = args
  const { known, place, child, named, branches, branch_id, seeking, db, today } = await asked(args)
  const { q, program: program_id, page } = wanted.parse(Object.fromEntries(new URL(request.url).searchParams))
  const about = seeking(child)
  const isBranchOpen = branches.length > 1 && !branch_id
  const [offered, chosen] = await Promise.all([
    isBranchOpen
      ? { rows: [], count: 0, programs: [] }
      : offeredSubjects(db, today, { q, program_id, page, seeking: about }, context.locale),
    subjectsById(db, today, child.subjects, context.locale),
  ])
  const shown = new Set(offered.rows.map(({ id }) => id))
  const described = (subject: OfferedSubject) => ({
    ...subject,
    begins: subject.starts_on && subject.starts_on > today ? subject.starts_on : null,
    price: priceOf(subject.fees, named.typed.nationality || 'MY'),
    isChosen: child.subjects.includes(subject.id),
    canBeChosen: canBeChosen(subject),
  })
  const others = [...chosen.values()].filter(({ id }) => !shown.has(id))
  return {
    ...{ place, name: named.name, version: known.version, until: known.draft.expires_at },
    step: placeInSteps(known, 'subjects'),
    search: { q, program_id, page, pages: Math.ceil(offered.count / offeredAtATime), count: offered.count },
    programs: offered.programs,
    ...{ branches, branch_id: branch_id ?? '' },
    rows: offered.rows.map(described),
    others: others.filter((one) => !reasonAgainst(one, about, today)).map(described),
    unfit: [...chosen.values()].flatMap((one) => unfitFor(one, about, today)),
    isLarge: offered.count > offeredAtATime || Boolean(q || program_id),
  }
}

export async function action(args: ActionFunctionArgs) {
  const { known, place, child, branches, branch_id, seeking, db, today } = await asked(args)
  const form = await formOf(args.request)
  const ids = (name: string) => form.getAll(name).filter((id) => z.uuid().safeParse(id).success) as string[]
  const [ticked, shown] = [ids('subject_id'), ids('shown')]
  const text = (name: string) => textOf(form, name)
  const branch = branches.find(({ id }) => id === text('branch_id'))?.id ?? branch_id
  const about = seeking(child, branch)
  const read = await subjectsById(db, today, [...ticked, ...child.subjects], args.context.locale)
  const fits = (id: string) => {
    const subject = read.get(id)
    return subject !== undefined && !reasonAgainst(subject, about, today)
  }
  const kept = child.subjects.filter((id) => ticked.includes(id) || !shown.includes(id))
  const wished = [...new Set([...kept, ...ticked])].filter((id) => read.has(id)).slice(0, most.subjects)
  try {
    await savePart(args, known, {
      ...{ part: `subjects.${place}` as const, version: Number(text('version')) || 0 },
      change(answers) {
        const now = childAt(answers, place)
        if (!now) return answers
        const typed = branch ? { ...now.typed, branch_id: branch } : now.typed
        return withChild(answers, { ...now, typed, subjects: wished.filter(fits) })
      },
    })
  } catch (error) {
    const refusal = asRefusal(error)
    if (!refusal) throw error
    return data({ code: refusal.code, unfit: null }, { status: statusOf(refusal.code) })
  }
  const checks = isFromSummary(args.request)
  const go = text('go')
  if (go === 'back') return redirect(checks ? paths.register.review() : pageBefore(known, 'subjects', place))
  if (go === '' && branch === branch_id) {
    const unfit = wished.flatMap((id) => unfitFor(read.get(id)!, about, today))
    if (unfit.length > 0) return data({ code: null, unfit }, { status: 422 })
    if (wished.length === 0) return data({ code: 'register.choose_class', unfit }, { status: 422 })
    return redirect(checks ? paths.register.review() : pageAfter(known, 'subjects', place))
  }
  const query = new URLSearchParams({ q: text('q').slice(0, 100), program: text('program') })
  if (/^\d{1,4}$/.test(go)) query.set('page', go)
  if (checks) query.set('check', '1')
  return redirect(`${paths.register.subjectsOf(place)}?${query}`)
}

export default function ChooseSubjects() {
  const { name, step, until, unfit, ...choice } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const { t } = useTranslation()
  return (
    <StepPage
      place={step}
      title={t('register.choose_for', { name })}
      hint={choice.rows.length > 0 ? t('register.choose_hint') : undefined}
      until={until}
    >
      <SubjectChoice
        {...choice}
        child={name}
        unfit={answer?.unfit ?? unfit}
        error={answer?.code ?? undefined}
      />
    </StepPage>
  )
}
