import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { branchOptions } from '#app/domain/catalogue/branches/branches.ts'
import { departmentFacts, departmentForm } from '#app/domain/catalogue/departments/department.ts'
import { department, departments } from '#app/domain/catalogue/departments/departments.ts'
import { headOptions } from '#app/domain/people/staff/find-staff.ts'
import { openForm, submitRow } from '#app/server/forms/resource-actions.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { ResourceEditPage } from '#app/ui/core/crud/ResourceEditPage.tsx'
import { optionsOf, SelectField, TextArea, TextField } from '#app/ui/core/form/fields.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'

/** The page of a changed department, and with new.tsx of a new one: its address has no id. */
export const handle = { access: 'department.edit', title: 'department.one' } satisfies Handle

export async function loader(args: LoaderFunctionArgs) {
  const { row, form_key } = await openForm(args, 'department', department)
  const db = await args.context.read()
  const [heads, branches] = await Promise.all([
    headOptions(db, row?.head_staff_id),
    branchOptions(db, row?.branch_id),
  ])
  return { row, heads, branches, form_key }
}

export const action = (args: ActionFunctionArgs) => submitRow(args, departments)

export default function EditDepartment() {
  const { row, heads, branches, form_key } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const [form, fields] = useFormOf(departmentForm, useActionData<typeof action>(), row ?? { form_key })
  return (
    <ResourceEditPage
      noun="department"
      row={row}
      form={form}
      fields={fields}
      facts={row && departmentFacts(row, t)}
    >
      <TextField of={fields.code} label={t('department.code')} width="short" autoCapitalize="characters" />
      <TextField of={fields.name} label={t('department.name')} />
      <SelectField
        of={fields.head_staff_id}
        label={t('department.head_staff_id')}
        blank={t('department.no_head')}
        options={optionsOf(heads)}
      />
      <SelectField
        of={fields.branch_id}
        label={t('department.branch_id')}
        blank={t('department.every_branch')}
        options={optionsOf(branches)}
      />
      <TextArea of={fields.description} label={t('department.description')} rows={4} />
    </ResourceEditPage>
  )
}
