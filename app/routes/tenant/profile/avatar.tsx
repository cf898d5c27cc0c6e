import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { profileOf } from '#app/domain/accounts/profile.server.ts'
import { pictureForm } from '#app/domain/accounts/profile.ts'
import { paths } from '#app/paths.ts'
import { savePicture } from '#app/server/documents/pictures.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { answerForm } from '#app/server/forms/submit.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { Portrait } from '#app/ui/account/Portrait.tsx'
import { PostButton } from '#app/ui/form/Button.tsx'
import { FileField } from '#app/ui/form/FileField.tsx'
import { useFormOf } from '#app/ui/form/use-form-of.ts'
import { EditPage } from '#app/ui/page/EditPage.tsx'

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
      await savePicture(args.context, picture)
      return redirectWith(paths.profile.view(), 'avatar_saved')
    },
    { secrets: ['picture'] },
  )

export default function Avatar() {
  const { person } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const [form, fields] = useFormOf(pictureForm, useActionData<typeof action>())
  return (
    <EditPage
      title={t('profile.avatar.one')}
      back={{ label: t('profile.one'), href: paths.profile.view() }}
      cancel={paths.profile.view()}
      form={form}
      noun="profile"
      multipart
      {...(person.avatar_file
        ? {
            danger: (
              <PostButton action={paths.profile.avatarRemove()}>{t('profile.avatar.remove')}</PostButton>
            ),
          }
        : {})}
    >
      <div className="person">
        <Portrait of={person} large />
      </div>
      <FileField
        of={fields.picture}
        label={t('profile.picture')}
        hint={t('profile.avatar.hint')}
        accept="image/jpeg,image/png,image/webp"
      />
    </EditPage>
  )
}
