import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { branchOptions } from '#app/domain/catalogue/branches/branches.ts'
import { departmentOptions } from '#app/domain/catalogue/departments/departments.ts'
import { programFacts, programForm } from '#app/domain/catalogue/programs/program.ts'
import { program, programs } from '#app/domain/catalogue/programs/programs.ts'
import { openForm, submitRow } from '#app/server/forms/resource-actions.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { ResourceEditPage } from '#app/ui/core/crud/ResourceEditPage.tsx'
import {
  CheckboxField,
  CheckboxGroup,
  DateField,
  FieldRow,
  NumberField,
  optionsOf,
  SelectField,
  TextArea,
  TextField,
} from '#app/ui/core/form/fields.tsx'
import { TranslatedField } from '#app/ui/core/form/TranslatedField.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { usePage } from '#app/ui/core/page-context.tsx'

/** The page of a changed program, and with new.tsx of a new one: its address has no id. */
export const handle = { access: 'program.edit', title: 'program.one' } satisfies Handle

export async function loader(args: LoaderFunctionArgs) {
  const { row, form_key } = await openForm(args, 'program', program)
  const db = await args.context.read()
  const [departments, branches] = await Promise.all([
    departmentOptions(db, row?.department_id),
    branchOptions(db, row?.branch_ids),
  ])
  return { row, departments, branches, form_key }
}

export const action = (args: ActionFunctionArgs) => submitRow(args, programs)

export default function EditProgram() {
  const { row, departments, branches, form_key } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const { locale } = usePage()
  const fresh = { sort_order: 0, public_registration: true, form_key }
  const [form, fields] = useFormOf(programForm, useActionData<typeof action>(), row ?? fresh)
  return (
    <ResourceEditPage
      noun="program"
      row={row}
      form={form}
      fields={fields}
      facts={row && programFacts(row, t, locale)}
    >
      <TextField of={fields.code} label={t('program.code')} width="short" autoCapitalize="characters" />
      <TextField of={fields.name} label={t('program.name')} />
      <TranslatedField of={fields} field="name" words="program" />
      <SelectField
        of={fields.department_id}
        label={t('program.department_id')}
        blank={t('program.no_department')}
        options={optionsOf(departments)}
      />
      <CheckboxGroup
        of={fields.branch_ids}
        label={t('program.branch_ids')}
        hint={t('program.branch_ids_hint')}
        options={optionsOf(branches)}
      />
      <FieldRow>
        <TextField of={fields.level} label={t('program.level')} />
        <TextField of={fields.duration_months} label={t('program.duration_months')} inputMode="numeric" />
      </FieldRow>
      <FieldRow>
        <DateField of={fields.starts_on} label={t('program.starts_on')} />
        <DateField of={fields.ends_on} label={t('program.ends_on')} />
      </FieldRow>
      <CheckboxField of={fields.public_registration} label={t('program.public_registration')} />
      <NumberField
        of={fields.sort_order}
        label={t('program.sort_order')}
        hint={t('program.sort_order_hint')}
      />
      <TextArea of={fields.description} label={t('program.description')} rows={4} />
      <TranslatedField of={fields} field="description" words="program" lines={4} />
    </ResourceEditPage>
  )
}
