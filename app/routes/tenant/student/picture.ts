import type { LoaderFunctionArgs } from '@remix-run/node'
import { photoOf } from '#app/domain/people/students/find-students.ts'
import { pictureAnswer } from '#app/server/documents/pictures.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'

/** The photo of a student, for whoever may look at the student. */
export const handle = { access: 'student.view' } satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const id = idOf(params, 'not_found.picture')
  const key = await photoOf(await context.read(), context.scope('student.view'), id)
  return pictureAnswer(context, key)
}
