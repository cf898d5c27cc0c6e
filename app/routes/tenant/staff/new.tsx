import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { branchOptions } from '#app/domain/catalogue/branches/branches.ts'
import { departmentOptions } from '#app/domain/catalogue/departments/departments.ts'
import { createStaff } from '#app/domain/people/staff/change-staff.ts'
import { firstRoles, grantableRoles, newStaffForm } from '#app/domain/people/staff/staff.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submit } from '#app/server/forms/submit.ts'
import { keysOf } from '#app/server/request/keys.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { Fieldset, HiddenField, LocaleField } from '#app/ui/core/form/fields.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { EditPage } from '#app/ui/core/page/EditPage.tsx'
import { RoleChoices, StaffFields } from '#app/ui/people/staff/StaffFields.tsx'
import { newId } from '#db/id.ts'

export const handle = { access: 'staff.create', title: 'staff.new' } satisfies Handle

export async function loader({ context }: LoaderFunctionArgs) {
  const db = await context.read()
  const [branches, departments] = await Promise.all([branchOptions(db), departmentOptions(db)])
  const may = grantableRoles(context.actor.roles)
  return {
    branches,
    departments,
    roles: firstRoles.filter((role) => may.includes(role)),
    locale: context.site.side === 'tenant' ? context.site.entity.default_locale : context.locale,
    today: context.today,
    form_key: newId(),
  }
}

export const action = (args: ActionFunctionArgs) =>
  submit(args, newStaffForm, async ({ trx, actor, context }, input) => {
    const id = await createStaff(trx, actor, keysOf(context), input)
    const { name, email } = input
    return email
      ? redirectWith(paths.staff.view(id), 'staff_invited', { name, email })
      : redirectWith(paths.staff.view(id), 'staff_created', { name })
  })

export default function NewStaff() {
  const { branches, departments, roles, locale, today, form_key } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const [form, fields] = useFormOf(newStaffForm, useActionData<typeof action>(), {
    identity_type: 'nric',
    locale,
    form_key,
    branch_ids: branches.length === 1 ? branches.map(({ id }) => id) : [],
  })
  return (
    <EditPage
      title={t('staff.new')}
      back={{ label: t('staff.plural'), href: paths.staff.list() }}
      form={form}
      noun="staff"
      submit={t('staff.create')}
    >
      <StaffFields fields={fields} branches={branches} departments={departments} today={today} />
      <Fieldset legend={t('staff.account')} hint={t('staff.account_hint')}>
        <RoleChoices of={fields.roles} roles={roles} />
        <LocaleField of={fields.locale} label={t('staff.locale')} />
      </Fieldset>
      <HiddenField of={fields.form_key} />
    </EditPage>
  )
}
