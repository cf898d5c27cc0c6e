import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { chosenFile } from '#app/domain/core/fields.ts'
import { fileLimit, fileTypes, mostFiles, titleOf } from '#app/domain/messaging/announcements/announcement.ts'
import { announcement } from '#app/domain/messaging/announcements/find-announcements.ts'
import { paths } from '#app/paths.ts'
import { saveAnnouncementFile } from '#app/server/announcements/files.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { answerForm } from '#app/server/forms/submit.ts'
import type { RequestContext } from '#app/server/request/context.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { FileField, HiddenField } from '#app/ui/core/form/fields.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { EditPage } from '#app/ui/core/page/EditPage.tsx'
import { newId } from '#db/id.ts'

/** Adds one file to a draft: the texts are saved already, so that nothing typed is lost with a file that is refused. */
export const handle = { access: 'announcement.create', title: 'announcement.add_file' } satisfies Handle

const fileForm = z.object({ file: chosenFile, form_key: z.uuid().optional() })

async function ownDraft(context: RequestContext, id: string) {
  const row = await announcement(await context.read(), context.scope('announcement.create'), id)
  return row
}

export async function loader({ params, context }: LoaderFunctionArgs) {
  const row = await ownDraft(context, idOf(params, 'not_found.announcement'))
  return { id: row.id, title: titleOf(row, context.locale), form_key: newId() }
}

export const action = (args: ActionFunctionArgs) =>
  answerForm(
    args,
    fileForm,
    async ({ file }) => {
      const id = idOf(args.params, 'not_found.announcement')
      // Before anything is drawn: who may not change it costs nothing.
      await ownDraft(args.context, id)
      return saveAnnouncementFile(args, id, file, (name) =>
        redirectWith(`${paths.announcement.view(id)}#files`, 'announcement_file_added', { file: name }),
      )
    },
    { secrets: ['file'] },
  )

export default function AddAnnouncementFile() {
  const { id, title, form_key } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const [form, fields] = useFormOf(fileForm, useActionData<typeof action>(), { form_key })
  return (
    <EditPage
      title={t('announcement.add_file')}
      subtitle={title}
      back={{ label: t('announcement.one'), href: paths.announcement.view(id) }}
      form={form}
      noun="announcement"
      submit={t('announcement.add_file')}
      multipart
    >
      <FileField
        of={fields.file}
        label={t('announcement.file')}
        hint={t('announcement.file_hint', { most: mostFiles, megabytes: fileLimit.bytes / 1_000_000 })}
        accept={fileTypes}
      />
      <HiddenField of={fields.form_key} />
    </EditPage>
  )
}
