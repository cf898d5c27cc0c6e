import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { Refusal } from '#app/domain/core/refusal.ts'
import { most } from '#app/domain/enrolment/applications/application.ts'
import { childQuestions, studentFields } from '#app/domain/enrolment/online-registration/asked-fields.ts'
import { childAt, withChild } from '#app/domain/enrolment/online-registration/draft.ts'
import { paths } from '#app/paths.ts'
import { unlisted } from '#app/server/payments/public-page.ts'
import { childrenOf } from '#app/server/register/children.ts'
import { atStep, placeInSteps } from '#app/server/register/registering.ts'
import { drawn, errorsOf, saveTypedPage } from '#app/server/register/typed-page.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { ConfirmButton } from '#app/ui/core/form/Button.tsx'
import { TypedForm } from '#app/ui/enrolment/register/AnswerFields.tsx'
import { StepPage } from '#app/ui/enrolment/register/StepPage.tsx'

/** One child, at its place, on two pages; who is a student here already is asked the organisation's own questions alone. */
export const handle = { access: 'guest', title: 'register.steps.students', look: 'public' } satisfies Handle

export const headers = unlisted

/** Of the page that was asked for; a child who is not there leads to those who are. */
async function asked(args: LoaderFunctionArgs | ActionFunctionArgs) {
  const { pathname, searchParams } = new URL(args.request.url)
  const more = pathname.endsWith('/more')
  const known = await atStep(args)
  const { answers, form } = known
  const place = Number(args.params.place)
  if (!Number.isInteger(place) || place < 1 || place > most.students) throw new Refusal('not_found.page')
  const child = childAt(answers, place)
  const isKnown = child?.student_id != null
  const all = isKnown ? childQuestions(form) : studentFields(form)
  const fields = isKnown ? all : all.filter(({ further = false }) => further === more)
  const demands = { today: args.context.today }
  return { known, place, more, isKnown, child, all, fields, demands, searchParams }
}

export async function loader(args: LoaderFunctionArgs) {
  const { known, place, more, isKnown, child, fields, demands, searchParams } = await asked(args)
  const { answers, version, draft } = known
  if (fields.length === 0) throw redirect(more ? paths.register.student(place) : paths.register.students())
  const [named] = child
    ? await childrenOf(await args.context.read(), { students: [child] }, args.context.t)
    : []
  const typed = child?.typed ?? {}
  return {
    ...{ place, typed, version, until: draft?.expires_at, today: demands.today },
    step: placeInSteps(known, 'students'),
    fields: fields.map(drawn),
    errors: searchParams.has('check') ? errorsOf(fields, typed, demands) : {},
    name: (more || isKnown) && named ? named.name : null,
    removed: more ? null : (named?.name ?? null),
    number: child ? answers.students.indexOf(child) + 1 : answers.students.length + 1,
    back: more ? paths.register.student(place) : paths.register.students(),
  }
}

export async function action(args: ActionFunctionArgs) {
  const { known, place, more, isKnown, all, fields, demands } = await asked(args)
  const hasFurther = !isKnown && all.some(({ further }) => further)
  return saveTypedPage(args, known, {
    ...{ part: `student.${place}` as const, fields, demands },
    change: (answers, typed) => {
      const before = childAt(answers, place)
      const first = answers.subject_id && !before ? [answers.subject_id] : []
      const child = before ?? { place, student_id: null, typed: {}, subjects: first }
      const next = withChild(answers, { ...child, typed: { ...child.typed, ...typed } })
      return first.length > 0 ? { ...next, subject_id: null } : next
    },
    next: () => (!more && hasFurther ? paths.register.student(place, true) : paths.register.students()),
  })
}

export default function StudentStep() {
  const { typed, errors, name, removed, number, back, ...page } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>() ?? { typed, errors }
  const { t } = useTranslation()
  const title = name ? t('register.more_of', { name }) : t('register.child_number', { number })
  return (
    <StepPage place={page.step} title={title} back={back} until={page.until}>
      <TypedForm noun="student" {...page} answer={answer} />
      {removed && (
        <ConfirmButton
          label={t('register.remove_child')}
          text={t('register.remove_question', { name: removed })}
          action={paths.register.studentRemove()}
          confirm={t('register.remove_yes')}
          fields={{ place: String(page.place) }}
        />
      )}
    </StepPage>
  )
}
