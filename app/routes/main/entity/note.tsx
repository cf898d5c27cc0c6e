import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { noteForm } from '#app/domain/gateways/payment-exceptions/exception.ts'
import { writeEntityNote } from '#app/domain/platform/entities/change-entity.ts'
import { entityForOperator } from '#app/domain/platform/entities/find-entities.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submit } from '#app/server/forms/submit.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { HiddenField, TextArea } from '#app/ui/core/form/fields.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { EditPage } from '#app/ui/core/page/EditPage.tsx'
import { newId } from '#db/id.ts'

/** What an operator writes down about an organisation, for the others. */
export const handle = { access: 'admin.entity.edit', title: 'entity.write_note' } satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const { id, name } = await entityForOperator(await context.read(), idOf(params, 'not_found.entity'))
  return { id, name, note_id: newId() }
}

export const action = (args: ActionFunctionArgs) =>
  submit(args, noteForm, async ({ trx, actor }, note) => {
    const id = idOf(args.params, 'not_found.entity')
    await writeEntityNote(trx, actor, id, note)
    return redirectWith(`${paths.admin.entity.view(id)}#notes`, 'note_written')
  })

export default function WriteEntityNote() {
  const { id, name, note_id } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const [form, fields] = useFormOf(noteForm, useActionData<typeof action>(), { note_id })
  return (
    <EditPage
      title={t('entity.write_note')}
      subtitle={t('entity.notes_hint')}
      back={{ label: name, href: paths.admin.entity.view(id) }}
      form={form}
      noun="entity"
      submit={t('entity.write_note')}
    >
      <TextArea of={fields.body} label={t('entity.body')} />
      <HiddenField of={fields.note_id} />
    </EditPage>
  )
}
