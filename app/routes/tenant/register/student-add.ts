import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { z } from 'zod'
import { childQuestions } from '#app/domain/enrolment/online-registration/asked-fields.ts'
import { freePlace, withChild } from '#app/domain/enrolment/online-registration/draft.ts'
import { ownChildren } from '#app/domain/enrolment/online-registration/submit.ts'
import { paths } from '#app/paths.ts'
import { formOf } from '#app/server/forms/form-data.ts'
import { atStep, savePart } from '#app/server/register/registering.ts'
import type { Handle } from '#app/server/routing/trees.ts'

/** A signed-in parent's own child, who is a student here already, is registered for more. */
export const handle = { access: 'guest' } satisfies Handle

export const loader = () => redirect(paths.register.start())

export async function action(args: ActionFunctionArgs) {
  const known = await atStep(args)
  const { own, answers, version, form } = known
  const sent = await formOf(args.request)
  const student_id = z.uuid().safeParse(sent.get('student_id')).data
  const subject = z.uuid().safeParse(sent.get('subject')).data ?? answers.subject_id
  const children = own ? await ownChildren(await args.context.read(), own.id) : []
  const child = children.find(({ id }) => id === student_id)
  const there = answers.students.find((one) => one.student_id === student_id)
  const place = freePlace(answers)
  if (child && there) return redirect(paths.register.subjectsOf(there.place))
  // Somebody else's child, or one too many: the page says who there is.
  if (!child || place === undefined) return redirect(paths.register.start())
  const subjects = subject ? [subject] : []
  await savePart(args, known, {
    ...{ part: `student.${place}` as const, version },
    change: (before) => ({
      ...withChild(before, { place, student_id: child.id, typed: { branch_id: child.branch_id }, subjects }),
      subject_id: null,
    }),
  })
  const isAsked = childQuestions(form).length > 0
  return redirect(isAsked ? paths.register.student(place) : paths.register.subjectsOf(place))
}
