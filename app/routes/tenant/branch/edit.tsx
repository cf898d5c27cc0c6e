import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { branchFacts, branchForm } from '#app/domain/catalogue/branches/branch.ts'
import { branch, branches } from '#app/domain/catalogue/branches/branches.ts'
import { openForm, submitRow } from '#app/server/forms/resource-actions.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { ResourceEditPage } from '#app/ui/core/crud/ResourceEditPage.tsx'
import { AddressFields } from '#app/ui/core/form/AddressFields.tsx'
import { CheckboxField, FieldRow, Fieldset, TextField } from '#app/ui/core/form/fields.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'

/** The page of a changed branch, and with new.tsx of a new one: its address has no id. */
export const handle = { access: 'branch.edit', title: 'branch.one' } satisfies Handle

export const loader = (args: LoaderFunctionArgs) => openForm(args, 'branch', branch)

export const action = (args: ActionFunctionArgs) => submitRow(args, branches)

export default function EditBranch() {
  const { row, form_key } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const [form, fields] = useFormOf(branchForm, useActionData<typeof action>(), row ?? { form_key })
  return (
    <ResourceEditPage noun="branch" row={row} form={form} fields={fields} facts={row && branchFacts(row, t)}>
      <TextField of={fields.code} label={t('branch.code')} width="short" autoCapitalize="characters" />
      <TextField of={fields.name} label={t('branch.name')} />
      <CheckboxField of={fields.is_hq} label={t('branch.is_hq')} hint={t('branch.is_hq_hint')} />
      <FieldRow>
        <TextField of={fields.phone} label={t('branch.phone')} type="tel" autoComplete="off" />
        <TextField of={fields.email} label={t('branch.email')} type="email" autoComplete="off" />
      </FieldRow>
      <Fieldset legend={t('branch.address')} hint={t('branch.address_hint')}>
        <AddressFields of={fields} noun="branch" />
      </Fieldset>
    </ResourceEditPage>
  )
}
