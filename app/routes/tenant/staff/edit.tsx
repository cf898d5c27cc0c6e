import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { branchOptions } from '#app/domain/catalogue/branches/branches.ts'
import { departmentOptions } from '#app/domain/catalogue/departments/departments.ts'
import { formatPhone } from '#app/domain/core/contact/phone.ts'
import { formatDate } from '#app/domain/core/dates.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { editStaff } from '#app/domain/people/staff/change-staff.ts'
import { staffMember } from '#app/domain/people/staff/find-staff.ts'
import { mayManage, staffForm } from '#app/domain/people/staff/staff.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submit } from '#app/server/forms/submit.ts'
import { keysOf } from '#app/server/request/keys.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { CurrentValues, EditPage } from '#app/ui/core/page/EditPage.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'
import { StaffFields } from '#app/ui/people/staff/StaffFields.tsx'

export const handle = { access: 'staff.edit', title: 'staff.one' } satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const db = await context.read()
  const id = idOf(params, 'not_found.staff')
  const row = await staffMember(db, context.scope('staff.edit'), keysOf(context), id)
  if (!mayManage(context.actor.roles, row.roles)) throw new Refusal('staff.protected')
  const [branches, departments] = await Promise.all([
    branchOptions(db, row.branch_ids),
    departmentOptions(db, row.department_id),
  ])
  return { row, branches, departments, today: context.today }
}

export const action = (args: ActionFunctionArgs) =>
  submit(args, staffForm, async ({ trx, actor, context }, input) => {
    const id = idOf(args.params, 'not_found.staff')
    await editStaff(trx, actor, keysOf(context), id, input.version ?? 0, input)
    return redirectWith(paths.staff.view(id), 'staff_saved', { name: input.name })
  })

export default function EditStaff() {
  const { row, branches, departments, today } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const { locale } = usePage()
  const [form, fields] = useFormOf(staffForm, useActionData<typeof action>(), {
    ...row,
    identity_type: row.identity_type ?? 'nric',
  })
  const date = (on: string | null) => on && formatDate(on, locale)
  return (
    <EditPage
      title={t('staff.edit')}
      back={{ label: row.name, href: paths.staff.view(row.id) }}
      form={form}
      noun="staff"
    >
      <CurrentValues
        form={form}
        items={[
          { label: t('staff.name'), value: row.name },
          { label: t('staff.phone'), value: row.phone && formatPhone(row.phone) },
          { label: t('staff.email'), value: row.email },
          { label: t('staff.staff_no'), value: row.staff_no },
          { label: t('staff.position'), value: row.position },
          { label: t('staff.branch_ids'), value: row.branches },
          { label: t('staff.department_id'), value: row.department },
          { label: t('staff.joined_on'), value: date(row.joined_on) },
          { label: t('staff.ended_on'), value: date(row.ended_on) },
        ]}
        field={fields.version}
        version={row.version}
      />
      <StaffFields
        fields={fields}
        branches={branches}
        departments={departments}
        today={today}
        identity={row.identity_masked}
      />
    </EditPage>
  )
}
