import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { asRefusal, statusOf } from '#app/domain/core/refusal.ts'
import { most } from '#app/domain/enrolment/applications/application.ts'
import { childAt, withChild } from '#app/domain/enrolment/online-registration/draft.ts'
import {
  canBeChosen,
  offeredAtATime,
  offeredSubjects,
  outsideAge,
  priceOf,
  subjectsById,
} from '#app/domain/enrolment/online-registration/offered.ts'
import { paths } from '#app/paths.ts'
import { formOf } from '#app/server/forms/form-data.ts'
import { unlisted } from '#app/server/payments/public-page.ts'
import { childrenOf } from '#app/server/register/children.ts'
import { placeInSteps, savePart, withDraft } from '#app/server/register/registering.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { StepPage } from '#app/ui/enrolment/register/StepPage.tsx'
import { SubjectChoice } from '#app/ui/enrolment/register/SubjectChoice.tsx'

/** The classes of one child: a page of them, by program; what is ticked is kept with every button, also with a search. */
export const handle = { access: 'guest', title: 'register.steps.subjects', look: 'public' } satisfies Handle

export const headers = unlisted

async function asked(args: LoaderFunctionArgs | ActionFunctionArgs) {
  const known = await withDraft(args)
  const place = Number(args.params.place)
  const child = childAt(known.answers, place)
  if (!child) throw redirect(paths.register.students())
  return { known, place, child }
}

const wanted = z.object({
  q: z.string().trim().max(100).catch(''),
  program: z.uuid().or(z.literal('')).catch(''),
  page: z.coerce.number().int().min(1).max(1_000).catch(1),
})

export async function loader(args: LoaderFunctionArgs) {
  const { context, request } = args
  const { known, place, child } = await asked(args)
  const { q, program: program_id, page } = wanted.parse(Object.fromEntries(new URL(request.url).searchParams))
  const db = await context.read()
  const { today, locale } = context
  const [[named], offered, chosen] = await Promise.all([
    childrenOf(db, { students: [child] }, context.t),
    offeredSubjects(db, today, { q, program_id, page }, locale),
    subjectsById(db, today, child.subjects, locale),
  ])
  const shown = new Set(offered.rows.map(({ id }) => id))
  const described = (subject: (typeof offered.rows)[number]) => ({
    ...subject,
    begins: subject.starts_on && subject.starts_on > today ? subject.starts_on : null,
    price: priceOf(subject.fees, named!.typed.nationality || 'MY'),
    isOutsideAge: outsideAge(subject, named!.born_on, today),
    isChosen: child.subjects.includes(subject.id),
    canBeChosen: canBeChosen(subject),
  })
  return {
    ...{ place, name: named!.name, version: known.version, until: known.draft.expires_at },
    step: placeInSteps(known, 'subjects'),
    search: { q, program_id, page, pages: Math.ceil(offered.count / offeredAtATime), count: offered.count },
    programs: offered.programs,
    rows: offered.rows.map(described),
    others: [...chosen.values()].filter(({ id }) => !shown.has(id)).map(described),
    isLarge: offered.count > offeredAtATime || Boolean(q || program_id),
  }
}

export async function action(args: ActionFunctionArgs) {
  const { known, place } = await asked(args)
  const form = await formOf(args.request)
  const ids = (name: string) => form.getAll(name).filter((id) => z.uuid().safeParse(id).success) as string[]
  const [ticked, shown] = [ids('subject_id'), ids('shown')]
  const read = await subjectsById(await args.context.read(), args.context.today, ticked)
  const text = (name: string) => String(form.get(name) ?? '')
  try {
    await savePart(args, known, {
      ...{ part: `subjects.${place}` as const, version: Number(text('version')) || 0 },
      change(answers) {
        const child = childAt(answers, place)
        if (!child) return answers
        const kept = child.subjects.filter((id) => ticked.includes(id) || !shown.includes(id))
        const added = ticked.filter((id) => read.has(id) && !kept.includes(id))
        return withChild(answers, { ...child, subjects: [...kept, ...added].slice(0, most.subjects) })
      },
    })
  } catch (error) {
    const refusal = asRefusal(error)
    if (!refusal) throw error
    return data({ code: refusal.code }, { status: statusOf(refusal.code) })
  }
  const go = text('go')
  if (go === '') return redirect(paths.register.subjects())
  const query = new URLSearchParams({ q: text('q').slice(0, 100), program: text('program') })
  if (/^\d{1,4}$/.test(go)) query.set('page', go)
  return redirect(`${paths.register.subjectsOf(place)}?${query}`)
}

export default function ChooseSubjects() {
  const { name, step, until, ...choice } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const { t } = useTranslation()
  return (
    <StepPage
      place={step}
      title={t('register.choose_for', { name })}
      hint={choice.rows.length > 0 ? t('register.choose_hint') : undefined}
      back={paths.register.subjects()}
      until={until}
    >
      <SubjectChoice {...choice} error={answer?.code} />
    </StepPage>
  )
}
