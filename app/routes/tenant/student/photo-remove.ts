import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { paths } from '#app/paths.ts'
import { photoOfStudent, removePicture } from '#app/server/documents/pictures.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'student.edit' } satisfies Handle

export const loader = () => redirect(paths.student.list())

export async function action({ params, context }: ActionFunctionArgs) {
  const id = idOf(params, 'not_found.student')
  await removePicture(context, photoOfStudent(context, id))
  return redirectWith(paths.student.view(id), 'photo_removed')
}
