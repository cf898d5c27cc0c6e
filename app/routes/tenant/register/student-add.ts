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

export const loader = () => redirect(paths.register.students())

export async function action(args: ActionFunctionArgs) {
  const known = await atStep(args)
  const { own, answers, version, form } = known
  const sent = await formOf(args.request)
  const student_id = z.uuid().safeParse(sent.get('student_id')).data
  const subject = z.uuid().safeParse(sent.get('subject')).data ?? answers.subject_id
  const children = own ? await ownChildren(await args.context.read(), own.id) : []
  const isOwn = children.some(({ id }) => id === student_id)
  const isThere = answers.students.some((child) => child.student_id === student_id)
  const place = freePlace(answers)
  // Somebody else's child, one twice, or one too many: the page says who there is.
  if (!isOwn || isThere || place === undefined) return redirect(paths.register.students())
  await savePart(args, known, {
    ...{ part: `student.${place}` as const, version },
    change: (before) => ({
      ...withChild(before, { place, student_id: student_id!, typed: {}, subjects: subject ? [subject] : [] }),
      subject_id: null,
    }),
  })
  return redirect(childQuestions(form).length > 0 ? paths.register.student(place) : paths.register.students())
}
