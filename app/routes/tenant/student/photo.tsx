import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { pictureForm } from '#app/domain/core/fields.ts'
import { studentRow } from '#app/domain/people/students/find-students.ts'
import { paths } from '#app/paths.ts'
import { photoOfStudent, savePicture } from '#app/server/documents/pictures.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { answerForm } from '#app/server/forms/submit.ts'
import { keysOf } from '#app/server/request/keys.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { PicturePage } from '#app/ui/core/page/PicturePage.tsx'

export const handle = { access: 'student.edit', title: 'student.photo' } satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const id = idOf(params, 'not_found.student')
  const row = await studentRow(await context.read(), context.scope('student.edit'), keysOf(context), id)
  const { name, photo_file } = row
  return { student: { id, name, photo_file } }
}

export const action = (args: ActionFunctionArgs) =>
  answerForm(
    args,
    pictureForm,
    async ({ picture }) => {
      const { context, params } = args
      const id = idOf(params, 'not_found.student')
      await savePicture(context, picture, photoOfStudent(context, id))
      return redirectWith(paths.student.view(id), 'photo_saved')
    },
    { secrets: ['picture'] },
  )

export default function StudentPhoto() {
  const { student } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const [form, fields] = useFormOf(pictureForm, useActionData<typeof action>())
  const { id, name, photo_file } = student
  return (
    <PicturePage
      title={t('student.photo_of', { name })}
      back={{ label: name, href: paths.student.view(id) }}
      form={form}
      field={fields.picture}
      of={{ name, picture: photo_file && paths.student.picture(id, photo_file) }}
      hint={t('student.photo_hint')}
      remove={{ action: paths.student.photoRemove(id), label: t('student.photo_remove') }}
    />
  )
}
