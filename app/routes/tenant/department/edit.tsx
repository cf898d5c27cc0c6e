import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { branchOptions } from '#app/domain/branches/find-branches.server.ts'
import { createDepartment, editDepartment } from '#app/domain/departments/change-department.server.ts'
import { departmentForm } from '#app/domain/departments/department-form.ts'
import { department } from '#app/domain/departments/find-departments.server.ts'
import { headOptions } from '#app/domain/staff/options.server.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submit } from '#app/server/forms/submit.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { HiddenField } from '#app/ui/form/HiddenField.tsx'
import { SelectField } from '#app/ui/form/SelectField.tsx'
import { TextArea } from '#app/ui/form/TextArea.tsx'
import { TextField } from '#app/ui/form/TextField.tsx'
import { useFormOf } from '#app/ui/form/use-form-of.ts'
import { CurrentValues } from '#app/ui/page/CurrentValues.tsx'
import { EditPage } from '#app/ui/page/EditPage.tsx'
import { newId } from '#db/id.ts'

/** The page of a changed department, and with department.new.tsx of a new one: its address has no id. */
export const handle = { access: 'department.edit', title: 'department.one' } satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const db = await context.read()
  const row = params.id
    ? await department(db, context.scope('department.edit'), idOf(params, 'not_found.department'))
    : undefined
  const [heads, branches] = await Promise.all([
    headOptions(db, row?.head_staff_id),
    branchOptions(db, row?.branch_id ? [row.branch_id] : []),
  ])
  return { row, heads, branches, form_key: row ? undefined : newId() }
}

export const action = (args: ActionFunctionArgs) =>
  submit(args, departmentForm, async ({ trx, actor }, input) => {
    if (!args.params.id) {
      const id = await createDepartment(trx, actor, input)
      return redirectWith(paths.department.view(id), 'department_created', { name: input.name })
    }
    const id = idOf(args.params, 'not_found.department')
    await editDepartment(trx, actor, id, input.version ?? 0, input)
    return redirectWith(paths.department.view(id), 'department_saved', { name: input.name })
  })

export default function EditDepartment() {
  const { row, heads, branches, form_key } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const lastResult = useActionData<typeof action>()
  const [form, fields] = useFormOf(departmentForm, lastResult, row ?? { form_key })
  const back = row
    ? { label: row.name, href: paths.department.view(row.id) }
    : { label: t('department.plural'), href: paths.department.list() }
  const options = (rows: readonly { id: string; name: string }[]) =>
    rows.map(({ id, name }) => ({ value: id, label: name }))
  return (
    <EditPage
      title={row ? t('department.edit') : t('department.new')}
      back={back}
      cancel={back.href}
      form={form}
      noun="department"
    >
      <CurrentValues
        shown={form.errors?.includes('version_conflict') === true && row !== undefined}
        items={[
          { label: t('department.code'), value: row?.code },
          { label: t('department.name'), value: row?.name },
          { label: t('department.head_staff_id'), value: row?.head },
          { label: t('department.branch_id'), value: row?.branch },
          { label: t('department.description'), value: row?.description, wide: true },
        ]}
        field={fields.version}
        version={row?.version}
      />
      <TextField of={fields.code} label={t('department.code')} width="short" autoCapitalize="characters" />
      <TextField of={fields.name} label={t('department.name')} />
      <SelectField
        of={fields.head_staff_id}
        label={t('department.head_staff_id')}
        blank={t('department.no_head')}
        options={options(heads)}
      />
      <SelectField
        of={fields.branch_id}
        label={t('department.branch_id')}
        blank={t('department.every_branch')}
        options={options(branches)}
      />
      <TextArea of={fields.description} label={t('department.description')} rows={4} />
      {form_key ? <HiddenField of={fields.form_key} /> : null}
    </EditPage>
  )
}
