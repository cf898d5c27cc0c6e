import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { pictureForm } from '#app/domain/core/fields.ts'
import { profileOf } from '#app/domain/identity/accounts/profile.ts'
import { paths } from '#app/paths.ts'
import { ownPicture, savePicture } from '#app/server/documents/pictures.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { answerForm } from '#app/server/forms/submit.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { PicturePage } from '#app/ui/core/page/PicturePage.tsx'

export const handle = {
  access: { view: 'profile.view', change: 'profile.edit' },
  title: 'profile.avatar.one',
} satisfies Handle

export async function loader({ context }: LoaderFunctionArgs) {
  const { id, name, avatar_file } = await profileOf(await context.read(), context.actor.id!)
  return { person: { id, name, avatar_file } }
}

export const action = (args: ActionFunctionArgs) =>
  answerForm(
    args,
    pictureForm,
    async ({ picture }) => {
      await savePicture(args.context, picture, ownPicture(args.context))
      return redirectWith(paths.profile.view(), 'avatar_saved')
    },
    { secrets: ['picture'] },
  )

export default function Avatar() {
  const { person } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const [form, fields] = useFormOf(pictureForm, useActionData<typeof action>())
  return (
    <PicturePage
      title={t('profile.avatar.one')}
      back={{ label: t('profile.one'), href: paths.profile.view() }}
      form={form}
      field={fields.picture}
      of={{ name: person.name, picture: paths.profile.picture(person.id, person.avatar_file) }}
      hint={t('profile.avatar.hint')}
      remove={{ action: paths.profile.avatarRemove(), label: t('profile.avatar.remove') }}
    />
  )
}
