import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { writeNote } from '#app/domain/people/families/change-family.ts'
import { noteForm } from '#app/domain/people/families/family.ts'
import { reachedParent } from '#app/domain/people/parents/find-parents.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submit } from '#app/server/forms/submit.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { HiddenField, TextArea } from '#app/ui/core/form/fields.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { EditPage } from '#app/ui/core/page/EditPage.tsx'
import { newId } from '#db/id.ts'

/** Its form stands on the page of the family; here it is again when something is wrong with it. */
export const handle = { access: 'family.note', title: 'family.body' } satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const id = idOf(params, 'not_found.parent')
  const row = await reachedParent(await context.read(), context.scope('family.note'), id)
  return { row, form_key: newId() }
}

export const action = (args: ActionFunctionArgs) =>
  submit(args, noteForm, async ({ trx, actor, context }, input) => {
    const id = idOf(args.params, 'not_found.parent')
    await writeNote(trx, actor, context.scope('family.note'), id, input)
    return redirectWith(`${paths.family.view(id)}#notes`, 'note_written')
  })

export default function WriteNote() {
  const { row, form_key } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const [form, fields] = useFormOf(noteForm, useActionData<typeof action>(), { form_key })
  return (
    <EditPage
      title={t('family.write_note')}
      subtitle={t('family.notes_hint')}
      back={{ label: t('family.of', { name: row.name }), href: paths.family.view(row.id) }}
      form={form}
      noun="family"
      submit={t('family.write_note')}
    >
      <TextArea of={fields.body} label={t('family.body')} />
      <HiddenField of={fields.form_key} />
    </EditPage>
  )
}
