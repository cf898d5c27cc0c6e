import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { Refusal } from '#app/domain/core/refusal.ts'
import { most } from '#app/domain/enrolment/applications/application.ts'
import {
  branchField,
  childQuestions,
  studentFields,
} from '#app/domain/enrolment/online-registration/asked-fields.ts'
import { childAt, withChild } from '#app/domain/enrolment/online-registration/draft.ts'
import { filedChildren } from '#app/domain/enrolment/online-registration/filed-children.ts'
import { offeredBranches, subjectsById } from '#app/domain/enrolment/online-registration/offered.ts'
import { paths } from '#app/paths.ts'
import { unlisted } from '#app/server/payments/public-page.ts'
import { namedChildren } from '#app/server/register/children.ts'
import {
  atStep,
  isFromSummary,
  pageAfter,
  pageBefore,
  placeInSteps,
} from '#app/server/register/registering.ts'
import { drawn, errorsOf, saveTypedPage } from '#app/server/register/typed-page.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { ConfirmButton } from '#app/ui/core/form/Button.tsx'
import { TypedForm } from '#app/ui/enrolment/register/AnswerFields.tsx'
import { StepPage } from '#app/ui/enrolment/register/StepPage.tsx'

/** One child, at its place; who is a student here already is asked the organisation's own questions alone. */
export const handle = { access: 'guest', title: 'register.steps.students', look: 'public' } satisfies Handle

export const headers = unlisted

/** Of the page that was asked for. Refuses not_found.page. */
async function asked(args: LoaderFunctionArgs | ActionFunctionArgs) {
  const { context, params, request } = args
  const known = await atStep(args)
  const { answers, form } = known
  const place = Number(params.place)
  if (!Number.isInteger(place) || place < 1 || place > most.students) throw new Refusal('not_found.page')
  const child = childAt(answers, place)
  const isKnown = child?.student_id != null
  const branches = isKnown ? [] : await offeredBranches(await context.read(), context.today)
  const fields = isKnown ? childQuestions(form) : [...studentFields(form), ...branchField(branches)]
  const checks = isFromSummary(request)
  const back = checks ? paths.register.review() : pageBefore(known, 'students', place)
  return { known, place, child, fields, checks, back, demands: { today: context.today } }
}

export async function loader(args: LoaderFunctionArgs) {
  const { context, request } = args
  const { known, place, child, fields, checks, demands } = await asked(args)
  const { answers, version, draft } = known
  if (fields.length === 0) throw redirect(paths.register.subjectsOf(place))
  const db = await context.read()
  const named =
    child &&
    namedChildren({ students: [child] }, await filedChildren(db, { students: [child] }), context.t)[0]
  // The branch of the class with which the family came.
  const wanted =
    z.uuid().safeParse(new URL(request.url).searchParams.get('subject')).data ?? answers.subject_id
  const branch_id =
    !child && wanted ? (await subjectsById(db, demands.today, [wanted])).get(wanted)?.branch_id : undefined
  const typed = child?.typed ?? (branch_id ? { branch_id } : {})
  return {
    ...{ place, typed, version, until: draft?.expires_at, today: demands.today },
    step: placeInSteps(known, 'students'),
    fields: fields.map(drawn),
    errors: checks ? errorsOf(fields, typed, demands) : {},
    name: child?.student_id ? (named?.name ?? null) : null,
    removed: answers.students.length > 1 ? (named?.name ?? null) : null,
    isOnly: answers.students.every((one) => one.place === place),
    number: child ? answers.students.indexOf(child) + 1 : answers.students.length + 1,
  }
}

export async function action(args: ActionFunctionArgs) {
  const { known, place, fields, demands, checks, back } = await asked(args)
  return saveTypedPage(args, known, {
    ...{ part: `student.${place}` as const, fields, demands, back },
    change: (answers, typed) => {
      const before = childAt(answers, place)
      const first = answers.subject_id && !before ? [answers.subject_id] : []
      const child = before ?? { place, student_id: null, typed: {}, subjects: first }
      const next = withChild(answers, { ...child, typed: { ...child.typed, ...typed } })
      return first.length > 0 ? { ...next, subject_id: null } : next
    },
    next: () => (checks ? paths.register.review() : pageAfter(known, 'students', place)),
  })
}

export default function StudentStep() {
  const { typed, errors, name, removed, number, isOnly, ...page } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>() ?? { typed, errors }
  const { t } = useTranslation()
  const title = isOnly ? t('register.about_child') : t('register.child_number', { number })
  return (
    <StepPage place={page.step} title={name ?? title} until={page.until}>
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
