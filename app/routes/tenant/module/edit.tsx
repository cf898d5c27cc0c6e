import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { moduleFacts, moduleForm } from '#app/domain/catalogue/modules/module.ts'
import { module, modules } from '#app/domain/catalogue/modules/modules.ts'
import { programOptions } from '#app/domain/catalogue/programs/programs.ts'
import { openForm, submitRow } from '#app/server/forms/resource-actions.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { ResourceEditPage } from '#app/ui/core/crud/ResourceEditPage.tsx'
import { NumberField, optionsOf, SelectField, TextArea, TextField } from '#app/ui/core/form/fields.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'

/** The page of a changed module, and with new.tsx of a new one: its address has no id. */
export const handle = { access: 'module.edit', title: 'module.one' } satisfies Handle

export async function loader(args: LoaderFunctionArgs) {
  const { row, form_key } = await openForm(args, 'module', module)
  const programs = await programOptions(await args.context.read(), row?.program_id)
  return { row, programs, form_key }
}

export const action = (args: ActionFunctionArgs) => submitRow(args, modules)

export default function EditModule() {
  const { row, programs, form_key } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const lastResult = useActionData<typeof action>()
  const [form, fields] = useFormOf(moduleForm, lastResult, row ?? { sequence: 1, form_key })
  return (
    <ResourceEditPage noun="module" row={row} form={form} fields={fields} facts={row && moduleFacts(row, t)}>
      <TextField of={fields.code} label={t('module.code')} width="short" autoCapitalize="characters" />
      <TextField of={fields.name} label={t('module.name')} />
      <SelectField of={fields.program_id} label={t('module.program_id')} options={optionsOf(programs)} />
      <NumberField of={fields.sequence} label={t('module.sequence')} />
      <TextArea of={fields.description} label={t('module.description')} rows={4} />
    </ResourceEditPage>
  )
}
