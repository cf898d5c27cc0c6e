import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { fileForm } from '#app/domain/people/families/family.ts'
import { reachedParent } from '#app/domain/people/parents/find-parents.ts'
import { paths } from '#app/paths.ts'
import { saveFamilyFile } from '#app/server/documents/family-files.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { answerForm } from '#app/server/forms/submit.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { FileField, HiddenField, TextField } from '#app/ui/core/form/fields.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { EditPage } from '#app/ui/core/page/EditPage.tsx'
import { newId } from '#db/id.ts'

export const handle = { access: 'family.file', title: 'family.add_file' } satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const id = idOf(params, 'not_found.parent')
  const row = await reachedParent(await context.read(), context.scope('family.file'), id)
  return { row, form_key: newId() }
}

export const action = (args: ActionFunctionArgs) =>
  answerForm(
    args,
    fileForm,
    async (input) => {
      const { context } = args
      const id = idOf(args.params, 'not_found.parent')
      // Before anything is drawn: who may not reach the family costs nothing.
      await reachedParent(await context.read(), context.scope('family.file'), id)
      return saveFamilyFile(args, id, input, () =>
        redirectWith(`${paths.family.view(id)}#files`, 'file_added', {
          file: input.name ?? input.file.name.slice(0, 100),
        }),
      )
    },
    { secrets: ['file'] },
  )

export default function AddFile() {
  const { row, form_key } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const [form, fields] = useFormOf(fileForm, useActionData<typeof action>(), { form_key })
  const back = { label: t('family.of', { name: row.name }), href: paths.family.view(row.id) }
  return (
    <EditPage
      title={t('family.add_file')}
      subtitle={back.label}
      back={back}
      form={form}
      noun="family"
      multipart
    >
      <FileField
        of={fields.file}
        label={t('family.file')}
        hint={t('family.file_hint')}
        accept="application/pdf,image/jpeg,image/png"
      />
      <TextField
        of={fields.name}
        label={t('family.file_name')}
        hint={t('family.file_name_hint')}
        autoComplete="off"
      />
      <HiddenField of={fields.form_key} />
    </EditPage>
  )
}
